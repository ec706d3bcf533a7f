import { areaOf } from "./rule.js";

/** The subject of a rule, whatever area it is in; gates are set on topics. */
export const topics = ["security", "money", "streams", "errors", "shape", "docs"] as const;

export type Topic = (typeof topics)[number];

/** Broken shoulds of these decide a run too, unless `--fail-on` says otherwise. */
export const guardedTopics: readonly Topic[] = ["security", "money"];

/** The first that fits a rule's id is its topic; what none fits is about the shape of an answer. */
const patterns: [Topic, RegExp][] = [
  [
    "docs",
    /\/headers$|^service\/(unknown-path|wrong-method|head|options|rate-headers|remaining-falls|request-ids|limit-not-early)/,
  ],
  // A list of models is no secret.
  ["errors", /^models\/refused\/no-key$/],
  ["errors", /\/(media-type|members|type|code|schema|error)$(?<=\/refused\/.*)/],
  ["errors", /^(keys|limit)\/.*\/(media-type|members|type|code|schema|error|retry-after)$/],
  ["security", /^keys\/|^service\/(https|key-not-echoed|no-internals|no-secrets|own-history)$/],
  [
    "security",
    /\/refused\/(.*key.*|wrong-scheme|(streamed-)?(private|app)-bot)$|\/own$|^account\/(lower-case-bearer|not-cached)$/,
  ],
  [
    "money",
    /^account\/(money-readable|free-calls|billed-call|cost-.*|entry-usd|balance-falls|streams-charged|stream-cost)$/,
  ],
  ["money", /^account\/(balances-equal|history-complete|stream-entry)$|^limit\/(untouched|own-history|unbilled)$/],
  [
    "money",
    /^service\/(nothing-else-charged|balance-steady|refused-not-entered|other-model-cost|costs|all-entered|all-charged|entry-models|same-account-balance)$/,
  ],
  ["money", /(^|\/)(cost|price|prices|pricing|charged|billed)(-|$)/],
  [
    "errors",
    /\/refused\/|^service\/refusals\/|^limit\/|^burst\/|^service\/(answers|messages|(refus|unasked).*)$|^account\/(limit|cursor)-/,
  ],
  ["streams", /^[a-z]+\/[a-z-]*streams?[a-z-]*(\/|$)/],
];

/** Returns the topic of a rule, by its id. */
export function topicOf(id: string): Topic {
  return patterns.find(([, pattern]) => pattern.test(id))?.[0] ?? (areaOf(id) === "limit" ? "errors" : "shape");
}

/** Reads the names of topics, as `--fail-on` takes them. Throws a one-sentence error for any other name. */
export function topicsIn(names: string[]): Topic[] {
  return names.map((name) => {
    const topic = topics.find((each) => each === name);
    if (topic !== undefined) return topic;
    throw new Error(`--fail-on takes ${topics.join(", ")}, not ${JSON.stringify(name)}.`);
  });
}
