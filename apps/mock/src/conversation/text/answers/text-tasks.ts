/** Does what a text asks for with words that it gives: another case, an order, a count, an extract. */
export function textTaskIn(text: string): string | undefined {
  for (const task of tasks) {
    const done = task(text);
    if (done !== undefined) return done;
  }
  return undefined;
}

const tasks: ((text: string) => string | undefined)[] = [
  letterCase,
  spelledBackwards,
  countOfLetters,
  sorted,
  extracted,
];

/** The words after a colon, or in quotes. */
function givenIn(text: string): string | undefined {
  const quoted = /["“`']([^"“”`\n]{1,2000}?)["”`'](?:[\s.?!]|$)/.exec(text)?.[1];
  return (/:\s*(\S.{0,2000})$/s.exec(text)?.[1] ?? quoted)?.trim().replace(/^["“'`](.*)["”'`]$/s, "$1");
}

function letterCase(text: string): string | undefined {
  const wanted =
    /\b(?:to |in |make |into |as )?(?:all )?(upper|lower|title|snake|kebab|camel)[- ]?case\b|\bcapitali[sz]e\b/i;
  const found = wanted.exec(text.slice(0, 120));
  const given =
    givenIn(text) ?? /\b(?:upper|lower)case (?:the (?:word|text) )?([\p{L}\p{N} ]{1,80})$/iu.exec(text)?.[1];
  if (found === null || given === undefined) return undefined;
  const words = given.match(/[\p{L}\p{N}]+/gu) ?? [];
  const titled = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
  switch (found[1]?.toLowerCase()) {
    case "upper":
      return given.toUpperCase();
    case "lower":
      return given.toLowerCase();
    case "snake":
      return words.join("_").toLowerCase();
    case "kebab":
      return words.join("-").toLowerCase();
    case "camel":
      return titled.join("").replace(/^./u, (first) => first.toLowerCase());
    default:
      return given.replaceAll(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (first) => first.toUpperCase());
  }
}

function spelledBackwards(text: string): string | undefined {
  if (!/\bbackwards?\b|\breverse (?:the|this) (?:word|string|text)\b/i.test(text)) return undefined;
  const word = givenIn(text) ?? /\b(?:spell|write|say|word|string) ([\p{L}]{2,40}) backwards?\b/iu.exec(text)?.[1];
  return word === undefined ? undefined : [...word].reverse().join("");
}

/** `How many r's are in strawberry?`, `How many words are in "…"?` */
function countOfLetters(text: string): string | undefined {
  const letters =
    /\bhow many (?:times does )?(?:the )?(?:letters? )?["“']?(\p{L})["”']?(?:['’]?s)?(?: appear)? (?:are |is )?(?:there )?in (?:the word )?["“']?(\p{L}{2,40})/iu.exec(
      text,
    );
  if (letters !== null) {
    const [, letter = "", word = ""] = letters;
    const count = [...word.toLowerCase()].filter((one) => one === letter.toLowerCase()).length;
    return `There ${count === 1 ? "is" : "are"} **${count}** “${letter}” in “${word}”.`;
  }
  const kind = /\bhow many (words|letters|characters)\b|\bcount the (words|letters|characters)\b/i.exec(text);
  const given = kind === null ? undefined : givenIn(text);
  if (kind === null || given === undefined) return undefined;
  const unit = (kind[1] ?? kind[2] ?? "").toLowerCase();
  const pattern = unit === "words" ? /\S*[\p{L}\p{N}]\S*/gu : unit === "letters" ? /\p{L}/gu : /./gsu;
  return `**${given.match(pattern)?.length ?? 0}** ${unit}.`;
}

function sorted(text: string): string | undefined {
  if (!/^(?:please |can you |could you )?(?:sort|alphabeti[sz]e|order)\b/i.test(text)) return undefined;
  const given = givenIn(text);
  const items = given?.split(/\s*[,;\n]\s*(?:and )?/).filter((item) => item !== "") ?? [];
  if (items.length < 2) return undefined;
  const isNumeric = items.every((item) => Number.isFinite(Number(item)));
  const order = items.toSorted((a, b) => (isNumeric ? Number(a) - Number(b) : a.localeCompare(b, "en")));
  return (/\b(?:descending|reverse|high(?:est)? to low)/i.test(text) ? order.toReversed() : order).join(", ");
}

const extracts: [RegExp, RegExp][] = [
  [/\be-?mails?\b/i, /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g],
  [/\b(?:urls?|links?)\b/i, /https?:\/\/[^\s"'<>)]{1,400}/g],
  [/\b(?:phone|telephone)\b/i, /\+?\d[\d ()/-]{6,20}\d/g],
  [
    /\bdates?\b/i,
    /\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\b(?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2})?(?:,? \d{4})?/g,
  ],
  [/\b(?:amounts?|prices?|totals?)\b/i, /[$€£]\s?\d[\d,.]*\d|\d[\d,.]*\s?(?:€|EUR|USD|dollars|euros)/g],
  [/\bnumbers?\b/i, /-?\d+(?:[.,]\d+)?/g],
];

function extracted(text: string): string | undefined {
  const asked =
    /^(?:please )?(?:extract|find|get|pull(?: out)?)\b([^:\n]{0,60}?)\b(?:from|in|out of|of)\b[^:\n]{0,60}[:\n]\s*(\S.*)$/is.exec(
      text,
    );
  if (asked === null) return undefined;
  const [, what = "", given = ""] = asked;
  const rule = extracts.find(([named]) => named.test(what));
  const found = rule === undefined ? [] : [...new Set(given.slice(0, 4000).match(rule[1]) ?? [])];
  if (rule === undefined) return undefined;
  return found.length === 0
    ? `There is no ${what.replace(/\b(?:all|the|any)\b/gi, "").trim()} in the text.`
    : found.join("\n");
}
