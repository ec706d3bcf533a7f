/** The commands; `run` has no word. */
export const commands = ["run", "list", "plan", "judge", "watch"] as const;

export type CommandName = (typeof commands)[number];

/** An option of the command. */
interface Flag {
  /** The name of its value; none for a switch. */
  value?: string;
  says: string;
  /** The commands that take it; without it, those that are about a run. */
  of?: readonly CommandName[];
}

const aboutRuns = ["run", "list", "plan"] as const;
const rules = ["run", "list", "plan", "judge"] as const;
const reports = ["run", "judge"] as const;
const watch = ["watch"] as const;

/** Every option of the command, in the order in which the help shows them. */
export const flags = {
  "base-url": { value: "URL", says: "the deployment, with or without a final /v1 (or MODEL_ACCESS_BASE_URL)" },
  "key-file": { value: "FILE", says: "read the key from a file of mode 0600 instead of MODEL_ACCESS_API_KEY" },
  header: { value: "TEXT", says: "'name: value', sent with every request and masked like a key; repeatable" },
  model: { value: "NAME", says: "the model for chat completions (otherwise the cheapest that answers)" },
  "messages-model": { value: "NAME", says: "the model for messages" },
  "responses-model": { value: "NAME", says: "the model for responses" },
  only: { value: "NAMES", says: "areas, rule ids or beginnings of them, separated by commas", of: rules },
  skip: { value: "NAMES", says: "the same, to leave out", of: rules },
  require: { value: "AREAS", says: "areas that have to be there, beside models, account and chat" },
  allow: { value: "KINDS", says: "burst: many free calls at once; dear: videos and what else costs much" },
  all: { says: "make every call of every area, within the limits of what is billed" },
  monitor: { says: "bill nothing, and say what has changed since the last report in --report" },
  "private-bot": { value: "NAME", says: "a private bot, which chat has to refuse" },
  "app-bot": { value: "NAME", says: "the app-creation bot, which chat has to refuse" },
  "foreign-model": { value: "NAME", says: "a model of another provider, which messages has to refuse" },
  "video-wait": { value: "SECONDS", says: "how long to wait for a video, where dear calls are allowed (300)" },
  "max-points": { value: "NUMBER", says: "end the run before the account has lost more" },
  "max-calls": { value: "NUMBER", says: "end the run after so many calls" },
  "max-seconds": { value: "NUMBER", says: "end the run after so long (600 unasked, if nothing is allowed)" },
  strict: { says: "what should hold counts as what must", of: reports },
  "fail-on": {
    value: "TOPICS",
    says: "fail by these only: security, money, streams, errors, shape, docs",
    of: ["run", "judge", "watch"],
  },
  baseline: { value: "FILE", says: "known failures, which don't count until they expire", of: reports },
  compare: { value: "FILE", says: "a JSON report of an earlier run: say what has changed", of: reports },
  json: { value: "FILE", says: "also write the report as JSON", of: reports },
  junit: { value: "FILE", says: "… as JUnit XML", of: reports },
  html: { value: "FILE", says: "… as one HTML page", of: reports },
  markdown: { value: "FILE", says: "… as Markdown for a pull request", of: reports },
  sarif: { value: "FILE", says: "… as SARIF for code scanning", of: reports },
  report: { value: "DIR", says: "write all of them and a journal of the exchanges into a folder", of: reports },
  upstream: { value: "URL", says: "the deployment that watch passes requests on to", of: watch },
  port: { value: "NUMBER", says: "where clients call (4012)", of: watch },
  "watch-port": { value: "NUMBER", says: "where the page and /metrics are (4013)", of: watch },
  host: { value: "ADDRESS", says: "what both listen on (127.0.0.1)", of: watch },
  sample: { value: "SHARE", says: "judge this share of the exchanges only, such as 0.1; all are passed on", of: watch },
  journal: { value: "FILE", says: "add each exchange to a JSON Lines file, without keys and texts", of: watch },
  "keep-prompts": { says: "keep the texts in it: what people wrote and models answered", of: watch },
  quiet: { says: "print no report and no progress", of: commands },
  help: { says: "print this", of: commands },
  version: { says: "print the version", of: commands },
} as const satisfies Record<string, Flag>;

/** The name of an option, without its dashes. */
export type FlagName = keyof typeof flags;

/** Throws one sentence for an option that the command does not take. */
export function checkFlags(command: CommandName, given: readonly FlagName[]): void {
  const taken = (name: FlagName): readonly CommandName[] => (flags[name] as Flag).of ?? aboutRuns;
  // A run's options may stand before list and plan, which then say what that run would be.
  const isTaken = (name: FlagName) =>
    taken(name).includes(command) || (taken(name).includes("run") && command !== "judge" && command !== "watch");
  const wrong = given.find((name) => !isTaken(name));
  if (wrong === undefined) return;
  const word = command === "run" ? "A run" : command;
  const others = taken(wrong).map((each) => (each === "run" ? "a run" : each));
  throw new Error(`${word} takes no --${wrong}; ${others.join(", ")} ${others.length === 1 ? "does" : "do"}.`);
}

/** The options for `--help`: a line each. */
export function flagLines(): string {
  return Object.entries<Flag>(flags)
    .map(([name, { value = "", says }]) => `  ${`--${name} ${value}`.padEnd(22)} ${says}`)
    .join("\n");
}
