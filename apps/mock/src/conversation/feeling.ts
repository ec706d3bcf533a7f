const pleased =
  /\b(?:love[sd]?|great|good|excellent|happy|wonderful|best|enjoy\w*|amazing|fantastic|perfect|thrilled|delighted)\b/i;
const displeased =
  /\b(?:hate[sd]?|bad|awful|terrible|worst|broken|sad|angry|poor|never again|disappoint\w*|slow|useless|frustrat\w*)\b/i;

/** The feeling that a text shows, by its words; undefined where it shows none, or both. */
export function feelingOf(text: string): "positive" | "negative" | undefined {
  const [isPleased, isDispleased] = [pleased.test(text), displeased.test(text)];
  if (isPleased === isDispleased) return undefined;
  return isPleased ? "positive" : "negative";
}

const topics: [RegExp, RegExp][] = [
  [/^(?:billing|payments?|finance)$/i, /\b(?:invoice|bill|charged?|payment|refund|price|subscription|credit card)\b/i],
  [
    /^(?:technical|tech|bug|support|it)$/i,
    /\b(?:error|bug|crash\w*|broken|not work\w*|doesn't work|login|password|slow)\b/i,
  ],
  [/^(?:sales|pricing)$/i, /\b(?:buy|quote|demo|pricing|offer|upgrade)\b/i],
  [/^(?:shipping|delivery|orders?)$/i, /\b(?:order|package|parcel|delivery|shipped|shipment|tracking)\b/i],
  [/^(?:urgent|high)$/i, /\b(?:urgent|asap|immediately|right now|down)\b/i],
];

/** The label that fits a text: a feeling, or a subject such as billing; undefined where none is told by its words. */
export function labelFor(text: string, labels: readonly string[]): string | undefined {
  const feeling = feelingOf(text);
  const isFeeling = labels.some((label) => /^(?:positive|negative)$/i.test(label));
  if (isFeeling) return labels.find((label) => label.toLowerCase() === (feeling ?? "neutral"));
  const topic = topics.find(([name, words]) => words.test(text) && labels.some((label) => name.test(label)));
  if (topic !== undefined) return labels.find((label) => topic[0].test(label));
  const isKnown = labels.filter((label) => topics.some(([name]) => name.test(label))).length > 1;
  return isKnown ? labels.find((label) => /^(?:other|general|none|unknown)$/i.test(label)) : undefined;
}
