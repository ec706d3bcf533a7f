/** An option of the command. */
interface Flag {
  /** What its value is called; none for a switch. */
  value?: string;
  says: string;
}

/** Every option of the command, in the order in which the help shows them. */
export const flags = {
  "base-url": { value: "URL", says: "the deployment, with or without a final /v1 (or MODEL_ACCESS_BASE_URL)" },
  "key-file": { value: "FILE", says: "read the key from a file of mode 0600 instead of MODEL_ACCESS_API_KEY" },
  model: { value: "NAME", says: "the model for chat completions (otherwise the cheapest that answers)" },
  only: { value: "NAMES", says: "areas, rule ids or beginnings of them, separated by commas" },
  skip: { value: "NAMES", says: "the same, to leave out" },
  require: { value: "AREAS", says: "areas that have to be there, beside models, account and chat" },
  allow: { value: "KINDS", says: "burst: many free calls at once; dear: videos and what else costs much" },
  "private-bot": { value: "NAME", says: "a private bot, which chat has to refuse" },
  "app-bot": { value: "NAME", says: "the app-creation bot, which chat has to refuse" },
  "foreign-model": { value: "NAME", says: "a model of another provider, which messages has to refuse" },
  "max-points": { value: "NUMBER", says: "end the run before the account has lost more" },
  "max-calls": { value: "NUMBER", says: "end the run after so many calls" },
  "max-seconds": { value: "NUMBER", says: "end the run after so long (600 unasked, if nothing is allowed)" },
  strict: { says: "what should hold counts as what must" },
  baseline: { value: "FILE", says: "known failures, which don't count until they expire" },
  compare: { value: "FILE", says: "a JSON report of an earlier run: say what has changed" },
  json: { value: "FILE", says: "also write the report as JSON" },
  junit: { value: "FILE", says: "… as JUnit XML" },
  html: { value: "FILE", says: "… as one HTML page" },
  markdown: { value: "FILE", says: "… as Markdown for a pull request" },
  report: { value: "DIR", says: "write all of them and a journal of the exchanges into a folder" },
  quiet: { says: "print no report and no progress" },
  help: { says: "print this" },
  version: { says: "print the version" },
} as const satisfies Record<string, Flag>;

/** The name of an option, without its dashes. */
export type FlagName = keyof typeof flags;

/** The options for `--help`: a line each. */
export function flagLines(): string {
  return Object.entries<Flag>(flags)
    .map(([name, { value = "", says }]) => `  ${`--${name} ${value}`.padEnd(22)} ${says}`)
    .join("\n");
}
