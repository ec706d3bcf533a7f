const conversions: [RegExp, RegExp, (value: number) => number, string, string][] = [
  [/^(?:km|kilomet(?:er|re)s?)$/i, /^miles?$/i, (value) => value / 1.609344, "km", "miles"],
  [/^miles?$/i, /^(?:km|kilomet(?:er|re)s?)$/i, (value) => value * 1.609344, "miles", "km"],
  [/^(?:kg|kilograms?)$/i, /^(?:lbs?|pounds?)$/i, (value) => value * 2.2046226, "kg", "lb"],
  [/^(?:lbs?|pounds?)$/i, /^(?:kg|kilograms?)$/i, (value) => value / 2.2046226, "lb", "kg"],
  [/^(?:°?c|celsius)$/i, /^(?:°?f|fahrenheit)$/i, (value) => value * 1.8 + 32, "°C", "°F"],
  [/^(?:°?f|fahrenheit)$/i, /^(?:°?c|celsius)$/i, (value) => (value - 32) / 1.8, "°F", "°C"],
];

export function conversionIn(text: string): string | undefined {
  const found = /(-?\d{1,9}(?:\.\d{1,4})?) ?(?:degrees )?(°?[a-z]{1,10}) (?:to|in|into|as) (°?[a-z]{1,10})\b/i.exec(
    text,
  );
  if (found === null) return undefined;
  const [, value = "", from = "", to = ""] = found;
  const rule = conversions.find(([one, other]) => one.test(from) && other.test(to));
  if (rule === undefined) return undefined;
  return `${value} ${rule[3]} = **${Number(rule[2](Number(value)).toFixed(2))} ${rule[4]}**`;
}

const mostCounted = 2000;

export function countingIn(text: string): string | undefined {
  const down = /\bcount (?:down|backwards) from (\d{1,4}|three|four|five|six|seven|eight|nine|ten|twenty)\b/i.exec(
    text,
  )?.[1];
  if (down !== undefined)
    return Array.from({ length: numberOf(down) }, (_, index) => numberOf(down) - index).join(", ");
  const found =
    /\bcount (?:from (\d{1,6}|one|zero) )?(?:up )?to (\d{1,6}|three|four|five|six|seven|eight|nine|ten|twenty)\b/i.exec(
      text,
    );
  if (found === null) return undefined;
  const from = numberOf(found[1] ?? "1");
  const to = Math.min(numberOf(found[2] ?? ""), from + mostCounted);
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return numbers.join(/\blines?\b/i.test(text) ? "\n" : ", ");
}

const words = "zero one two three four five six seven eight nine ten".split(" ");
const numberOf = (text: string) =>
  /^\d/.test(text) ? Number(text) : text === "twenty" ? 20 : words.indexOf(text.toLowerCase());

export function primeIn(text: string): string | undefined {
  const found = /^is (\d{1,9}) (?:a )?prime(?: number)?\??$/i.exec(text)?.[1];
  if (found === undefined) return undefined;
  const number = Number(found);
  let divisor = 2;
  while (divisor * divisor <= number && number % divisor !== 0) divisor += 1;
  if (number < 2) return `No, **${number}** is not a prime number: primes begin with 2.`;
  if (divisor * divisor > number)
    return `Yes, **${number}** is a prime number. It can be divided only by 1 and by itself.`;
  return `No, **${number}** is not a prime number, because ${divisor} × ${number / divisor} = ${number}.`;
}
