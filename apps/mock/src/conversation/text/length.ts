/** The length of a text. */
export interface Length {
  count: number;
  unit: "words" | "sentences" | "paragraphs" | "items" | "rows" | "columns" | "lines" | "characters" | "sections";
}

const numberWords =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ");
const number = `(\\d{1,3}(?:,\\d{3})+|\\d{1,7}|a|an|${numberWords.join("|")}|twenty|thirty|fifty|a hundred|one hundred)`;

const units: [Length["unit"], string, number][] = [
  ["words", "words?", 20_000],
  ["characters", "characters?|chars|字|letters", 100_000],
  ["sentences", "sentences?|sätzen?|phrases|oraciones|句", 1000],
  ["paragraphs", "paragraphs?|absätzen?|párrafos|paragraphes", 200],
  ["rows", "rows?|zeilen|filas", 200],
  ["columns", "columns?|spalten|columnas", 10],
  ["lines", "lines?|verses?|stanzas?", 200],
  ["sections", "sections?|headings?|chapters?", 50],
  [
    "items",
    "items?|bullets?|bullet points?|points?|primes?|prime numbers?|ideas?|tips?|reasons?|examples?|facts?|steps?|names?|questions?|titles?|headlines?|options?|things|ways|benefits|quotes?|links?|sources?|recipes?|books?|cities|countries|rivers|planets|mountains|animals|fruits?|colou?rs|languages|entries|todos?|tasks?|words? for|dishes|films|songs|sports|instruments|primes|capitals|activities|suggestions|punkten?|puntos",
    200,
  ],
];

const patterns = units.map(
  ([unit, names, most]) =>
    [
      unit,
      new RegExp(
        `(?<![\\w.])${number}[\\s-]+(?:(?!to |is |are )[\\p{L}-]+ ){0,2}?(?:${names})(?![\\p{L}])|(?<!\\d)(\\d{1,5})\\s?[字句]`,
        "iu",
      ),
      most,
    ] as const,
);

const limit =
  /\b(under|at most|no more than|max(?:imum)?(?: of)?|up to|fewer than|less than|within|not more than|höchstens|maximal)\s+(?:\S+\s+)?$/i;

/** The lengths that a prompt asks for, by their units; bounded, so that none keeps the mock busy. */
export function readLengths(prompt: string): Partial<Record<Length["unit"], number>> {
  const lengths: Partial<Record<Length["unit"], number>> = {};
  if (
    !/\d|\b(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|fifty|hundred)\b/i.test(
      prompt,
    )
  )
    return lengths;
  for (const [unit, pattern, most] of patterns) {
    const found = pattern.exec(prompt);
    if (found === null) continue;
    const [, written = found[2] ?? ""] = found;
    const count = numberOf(written);
    if (count === undefined || ((written === "a" || written === "an") && unit !== "sentences" && unit !== "paragraphs"))
      continue;
    const isLimit = limit.test(prompt.slice(Math.max(0, found.index - 30), found.index));
    lengths[unit] = Math.max(1, Math.min(most, isLimit && unit === "words" ? Math.floor(count * 0.9) : count));
  }
  return lengths;
}

function numberOf(written: string): number | undefined {
  const text = written.toLowerCase().replaceAll(",", "");
  if (/^\d+$/.test(text)) return Number(text);
  if (text === "a" || text === "an") return 1;
  const round = { twenty: 20, thirty: 30, fifty: 50, "a hundred": 100, "one hundred": 100 }[text];
  const at = numberWords.indexOf(text);
  return round ?? (at >= 0 ? at : undefined);
}
