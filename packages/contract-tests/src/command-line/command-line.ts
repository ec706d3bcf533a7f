import { areas } from "../areas.js";
import type { RunOptions } from "../run.js";
import { topics } from "../topic.js";
import type { WatchOptions } from "../watch/watch.js";
import { type CommandName, checkFlags, commands } from "./flags.js";
import { type GivenFlags, readFlags } from "./read-flags.js";

export interface CommandLine {
  command: CommandName | "help" | "version";
  /** The files that `judge` reads. */
  files: string[];
  watch: Partial<WatchOptions> & {
    /** Form of its output on stdout: sentences, or for programs a line of JSON for each event. */
    log?: "text" | "json";
  };
  baseURL?: string;
  keyFile?: string;
  run: Partial<RunOptions>;
  /** The call whose rules are listed. */
  call?: string;
  isStrict: boolean;
  isQuiet: boolean;
  baselineFile?: string;
  compareFile?: string;
  /** The file of each form of the report. */
  outputs: { json?: string; junit?: string; html?: string; markdown?: string; sarif?: string };
  /** The folder of all of them and the journal. */
  reportFolder?: string;
}

/** Reads the arguments. Throws a one-sentence error for wrong ones. */
export function readCommandLine(args: string[], environment: NodeJS.ProcessEnv): CommandLine {
  const given = readFlags(args);
  const { isGiven, listOf, membersOf, namesOf, textOf } = given;
  const { command, files } = commandIn(given.words);
  if (!isGiven("help") && !isGiven("version")) checkFlags(command, given.names);
  const baseURL = textOf("base-url") ?? environment.MODEL_ACCESS_BASE_URL;
  const { videoWait, ...limits } = membersOf("max-points", "max-calls", "max-seconds", "video-wait");
  const { baseline, compare } = membersOf("baseline", "compare");
  const reportFolder = textOf("report") ?? (isGiven("monitor") ? monitorFolder : undefined);
  const line = {
    command: isGiven("help") ? "help" : isGiven("version") ? "version" : command,
    files,
    watch: watchIn(given),
    ...(baseURL && { baseURL }),
    ...membersOf("key-file", "call"),
    run: {
      only: listOf("only"),
      skip: listOf("skip"),
      require: namesOf(
        "require",
        areas.map(({ name }) => name),
      ),
      allow: namesOf("allow", ["burst", "dear"]),
      ...membersOf("model", "messages-model", "responses-model", "all", "monitor"),
      ...membersOf("private-bot", "app-bot", "foreign-model"),
      ...(isGiven("header") && { headers: headersIn(given.valuesOf("header")) }),
      ...(isGiven("fail-on") && { failOn: namesOf("fail-on", topics) }),
      ...(videoWait !== undefined && { videoWaitSeconds: videoWait }),
      ...(listOf("allow").length === 0 && { maxSeconds: mostSeconds }),
      ...limits,
    },
    isStrict: isGiven("strict"),
    isQuiet: isGiven("quiet"),
    ...(baseline !== undefined && { baselineFile: baseline }),
    ...(compare !== undefined && { compareFile: compare }),
    ...(reportFolder !== undefined && { reportFolder }),
    outputs: membersOf("json", "junit", "html", "markdown", "sarif"),
  };
  return line as CommandLine; // an option has the type of the member of its name
}

/** The default limit of a run; what --allow adds, such as a video, may take longer. */
const mostSeconds = 600;

/** The folder of a monitor's last report and its next one, unless `--report` names another. */
const monitorFolder = "contract-tests-report";

function commandIn(words: string[]): { command: CommandName; files: string[] } {
  const [word = "run", ...rest] = words;
  const command = commands.find((each) => each === word);
  if (command === "judge" && rest.length === 0)
    throw new Error("judge needs one or more files of recorded exchanges: judge FILE….");
  if (command !== undefined && (command === "judge" || rest.length === 0)) return { command, files: rest };
  throw new Error(
    `There is no command ${JSON.stringify(words.join(" "))}; use list, plan, judge or watch, or none to run the tests.`,
  );
}

function watchIn({ membersOf }: GivenFlags): CommandLine["watch"] {
  const { keepPrompts, ...watch } = membersOf(
    ...(["log", "upstream", "port", "watch-port", "host", "sample", "journal", "keep-prompts"] as const),
  );
  const { sample, log } = watch;
  if (Number(sample) > 1) throw new Error("--sample takes a share from 0 to 1, such as --sample 0.1.");
  if (log !== undefined && log !== "text" && log !== "json")
    throw new Error(`--log takes text or json, not ${JSON.stringify(log)}.`);
  for (const [name, port] of Object.entries(membersOf("port", "watch-port"))) {
    const flag = name === "port" ? "port" : "watch-port";
    if (!Number.isInteger(port) || Number(port) > 65_535)
      throw new Error(`--${flag} takes a port from 0 to 65535, such as --${flag} 4012; 0 takes any free port.`);
  }
  return { ...watch, ...(keepPrompts === true && { keepsPrompts: true }) };
}

/** Headers that the tests send themselves can't be replaced. */
const ownHeaders = /^(authorization|x-api-key|content-.*|accept(-encoding)?|host|transfer-encoding|connection)$/i;

function headersIn(texts: string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = "", value = ""] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): *([\t\x20-\x7e]+?) *$/.exec(text) ?? [];
      // What it says may be a secret.
      if (name === "") throw new Error("--header takes a name and a value, such as --header 'x-gateway-key: abc'.");
      if (ownHeaders.test(name)) throw new Error(`--header can't set ${name}, because the tests set it themselves.`);
      return [name.toLowerCase(), value];
    }),
  );
}
