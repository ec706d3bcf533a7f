/** The commands; `run` has no word. */
export const commands = ["run", "list", "plan", "judge", "watch"] as const;

export type CommandName = (typeof commands)[number];

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
  "base-url": { value: "URL", says: "the deployment, with or without /v1 at the end; or set MODEL_ACCESS_BASE_URL" },
  "key-file": { value: "FILE", says: "read the key from a file that only you can read; or set MODEL_ACCESS_API_KEY" },
  header: { value: "TEXT", says: "send 'name: value' with every request, masked like a key in reports; repeatable" },
  model: { value: "NAME", says: "use this model for chat completions (default: the cheapest that answers)" },
  "messages-model": { value: "NAME", says: "use this model for messages" },
  "responses-model": { value: "NAME", says: "use this model for responses" },
  only: {
    value: "NAMES",
    says: "run only these areas or rules, separated by commas; chat/stream means all chat/stream/…",
    of: rules,
  },
  skip: { value: "NAMES", says: "leave these areas or rules out", of: rules },
  call: {
    value: "CALL",
    says: "list only what is checked in this call, in its order, such as chat/reply",
    of: ["list"],
  },
  require: { value: "AREAS", says: "also require these areas; models, account and chat are always required" },
  allow: { value: "KINDS", says: "also: burst (many free calls in a row), dear (videos and other expensive calls)" },
  all: { says: "make every call of every area; the limit of billed calls stays" },
  monitor: { says: "make only free calls, and compare with the last report in --report" },
  "private-bot": { value: "NAME", says: "check that chat refuses this private bot" },
  "app-bot": { value: "NAME", says: "check that chat refuses this app-creation bot" },
  "foreign-model": { value: "NAME", says: "check that messages refuses this model of another provider" },
  "video-wait": { value: "SECONDS", says: "wait up to this long for a video, with --allow dear (default 300)" },
  "max-points": { value: "NUMBER", says: "stop once this many points are spent; one more call may overshoot" },
  "max-calls": { value: "NUMBER", says: "stop after this many calls" },
  "max-seconds": { value: "NUMBER", says: "stop after this time (default 600; no limit with --allow)" },
  strict: { says: "treat every should as a must", of: reports },
  "fail-on": {
    value: "TOPICS",
    says: "fail only on rules about these: security, money, streams, errors, shape, docs",
    of: ["run", "judge", "watch"],
  },
  baseline: { value: "FILE", says: "read known failures, which don't count until they expire", of: reports },
  compare: { value: "FILE", says: "show what has changed since this JSON report", of: reports },
  json: { value: "FILE", says: "also write the report as JSON", of: reports },
  junit: { value: "FILE", says: "also write JUnit XML, for build servers", of: reports },
  html: { value: "FILE", says: "also write one HTML page", of: reports },
  markdown: { value: "FILE", says: "also write Markdown, for a pull request", of: reports },
  sarif: { value: "FILE", says: "also write SARIF, for code scanning", of: reports },
  report: { value: "DIR", says: "write all of these and a journal of the exchanges into this folder", of: reports },
  upstream: { value: "URL", says: "forward requests to this deployment", of: watch },
  port: { value: "NUMBER", says: "listen for clients on this port (default 4012)", of: watch },
  "watch-port": { value: "NUMBER", says: "serve the findings and /metrics on this port (default 4013)", of: watch },
  host: { value: "ADDRESS", says: "listen on this address (default 127.0.0.1)", of: watch },
  sample: { value: "SHARE", says: "judge this share of the exchanges, such as 0.1; all are forwarded", of: watch },
  journal: { value: "FILE", says: "add each exchange to this JSON Lines file, with keys and texts masked", of: watch },
  "keep-prompts": { says: "keep prompts and answers in the journal", of: watch },
  log: { value: "FORMAT", says: "text (default) or json: a line for each event; the first one has the url", of: watch },
  quiet: { says: "print no report and no progress", of: commands },
  help: { says: "print this help", of: commands },
  version: { says: "print the version", of: commands },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof flags;

/** Throws one sentence for an option that the command does not take. */
export function checkFlags(command: CommandName, given: readonly FlagName[]): void {
  const taken = (name: FlagName): readonly CommandName[] => (flags[name] as Flag).of ?? aboutRuns;
  // A run's options may stand before list and plan, which then say what that run would be.
  const isTaken = (name: FlagName) =>
    taken(name).includes(command) || (taken(name).includes("run") && command !== "judge" && command !== "watch");
  const wrong = given.find((name) => !isTaken(name));
  if (wrong === undefined) return;
  const nameOf = (each: CommandName) => (each === "run" ? "a run of the tests" : each);
  const names = new Intl.ListFormat("en").format(taken(wrong).map(nameOf));
  throw new Error(`--${wrong} is an option of ${names}, not of ${nameOf(command)}.`);
}

/** The headings of `--help`, by the first option under each. */
const headings: Partial<Record<FlagName, string>> = {
  "base-url": "Deployment:",
  only: "Rules and calls:",
  "max-points": "Limits:",
  strict: "Exit status and comparison:",
  json: "Reports:",
  upstream: "Only for watch:",
  quiet: "For all commands:",
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
