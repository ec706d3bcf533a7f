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
  "base-url": { value: "URL", says: "the deployment, with or without a final /v1; or set MODEL_ACCESS_BASE_URL" },
  "key-file": { value: "FILE", says: "read the key from a file of mode 0600; or set MODEL_ACCESS_API_KEY" },
  header: { value: "TEXT", says: "'name: value', sent with every request and masked like a key; repeatable" },
  model: { value: "NAME", says: "the model for chat completions (default: the cheapest that answers)" },
  "messages-model": { value: "NAME", says: "the model for messages" },
  "responses-model": { value: "NAME", says: "the model for responses" },
  only: {
    value: "NAMES",
    says: "judge these areas, rule ids or beginnings of rule ids only; separate by commas",
    of: rules,
  },
  skip: { value: "NAMES", says: "leave these out", of: rules },
  require: { value: "AREAS", says: "fail without these areas too, besides models, account and chat" },
  allow: { value: "KINDS", says: "allow burst: many free calls at once; dear: videos and what else costs much" },
  all: { says: "make every call of every area; bill no more than without" },
  monitor: { says: "bill nothing; say what has changed since the last report in --report" },
  "private-bot": { value: "NAME", says: "a private bot, which chat must refuse" },
  "app-bot": { value: "NAME", says: "the app-creation bot, which chat must refuse" },
  "foreign-model": { value: "NAME", says: "a model of another provider, which messages must refuse" },
  "video-wait": { value: "SECONDS", says: "wait so long for a video, with --allow dear (default 300)" },
  "max-points": { value: "NUMBER", says: "end the run before it costs more" },
  "max-calls": { value: "NUMBER", says: "end the run after so many calls" },
  "max-seconds": { value: "NUMBER", says: "end the run after so long (default 600; none with --allow)" },
  strict: { says: "count every should as a must", of: reports },
  "fail-on": {
    value: "TOPICS",
    says: "fail by these only: security, money, streams, errors, shape, docs",
    of: ["run", "judge", "watch"],
  },
  baseline: { value: "FILE", says: "known failures; they don't count until they expire", of: reports },
  compare: { value: "FILE", says: "say what has changed since this JSON report", of: reports },
  json: { value: "FILE", says: "write the report as JSON too", of: reports },
  junit: { value: "FILE", says: "as JUnit XML, for build servers", of: reports },
  html: { value: "FILE", says: "as one HTML page", of: reports },
  markdown: { value: "FILE", says: "as Markdown, for a pull request", of: reports },
  sarif: { value: "FILE", says: "as SARIF, for code scanning", of: reports },
  report: { value: "DIR", says: "write all of these and a journal of the exchanges into a folder", of: reports },
  upstream: { value: "URL", says: "the deployment that requests are passed on to", of: watch },
  port: { value: "NUMBER", says: "the port that clients call (default 4012)", of: watch },
  "watch-port": { value: "NUMBER", says: "the port of the page and of /metrics (default 4013)", of: watch },
  host: { value: "ADDRESS", says: "the address that both listen on (default 127.0.0.1)", of: watch },
  sample: { value: "SHARE", says: "judge this share of the exchanges, such as 0.1; pass all on", of: watch },
  journal: { value: "FILE", says: "add each exchange to a JSON Lines file, keys masked and texts dropped", of: watch },
  "keep-prompts": { says: "keep the texts there: what people wrote and models answered", of: watch },
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
  const word = command === "run" ? "a run" : command;
  const others = taken(wrong).map((each) => (each === "run" ? "a run" : each));
  throw new Error(`--${wrong} is an option of ${others.join(" and ")}, not of ${word}.`);
}

/** The headings of `--help`, by the first option under each. */
const headings: Partial<Record<FlagName, string>> = {
  "base-url": "The deployment:",
  only: "Rules and calls:",
  "max-points": "Limits:",
  strict: "The exit status and comparisons:",
  json: "Reports:",
  upstream: "Only of watch:",
  quiet: "All commands:",
};

/** Returns the options for `--help`, under headings, a line each. */
export function flagLines(): string {
  return Object.entries<Flag>(flags)
    .map(([name, { value = "", says }], index) => {
      const heading = headings[name as FlagName]; // the object has no other keys
      const line = `  ${`--${name} ${value}`.padEnd(24)} ${says}`;
      return heading === undefined ? line : `${index === 0 ? "" : "\n"}${heading}\n${line}`;
    })
    .join("\n");
}
