export function arithmeticIn(text: string): { value: string; sentence: string } | undefined {
  const found =
    /(-?\d{1,9}(?:\.\d{1,6})?)\s*([+*×/÷^-]|plus|minus|times|multiplied by|divided by)\s*(-?\d{1,9}(?:\.\d{1,6})?)(?!\s*[\d+*×/÷-])/i.exec(
      text,
    );
  if (found === null || text.length > 80 || /\d{4}-\d/.test(text)) return undefined;
  const [, a = "", sign = "", b = ""] = found;
  const value = result(Number(a), sign.toLowerCase(), Number(b));
  if (value === undefined) return undefined;
  const shown = Number(value.toPrecision(12)).toString();
  return { value: shown, sentence: `${a} ${signs[sign.toLowerCase()] ?? sign} ${b} = **${shown}**` };
}

const signs: Record<string, string> = {
  plus: "+",
  minus: "−",
  "-": "−",
  times: "×",
  "multiplied by": "×",
  "*": "×",
  "divided by": "÷",
  "/": "÷",
};

function result(a: number, sign: string, b: number): number | undefined {
  switch (signs[sign] ?? sign) {
    case "+":
      return a + b;
    case "−":
      return a - b;
    case "×":
      return a * b;
    case "÷":
      return b === 0 ? undefined : a / b;
    case "^":
      return Math.abs(b) > 30 ? undefined : a ** b;
    default:
      return undefined;
  }
}
