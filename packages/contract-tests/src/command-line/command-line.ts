import { areas, exchanges } from "../areas.js";
import { keyVariables } from "../keys/key-variables.js";
import { mostBilled, mostCalls } from "../run/call-limits.js";
import type { RunOptions } from "../run.js";
import { topicsIn } from "../topic.js";
import type { WatchOptions } from "../watch/watch.js";
import { type CommandName, checkFlags, commands, flagLines } from "./flags.js";
import { type GivenFlags, readFlags } from "./read-flags.js";

/** What a person asked the command to do. */
export interface CommandLine {
  command: CommandName | "help" | "version";
  /** The files that `judge` reads. */
  files: string[];
  /** What `watch` takes. */
  watch: Pick<WatchOptions, "port" | "watchPort" | "host" | "sample" | "journal" | "keepsPrompts"> & {
    upstream?: string;
  };
  baseURL?: string;
  keyFile?: string;
  /** Options of the run that are passed on as they are. */
  run: Pick<
    RunOptions,
    | "model"
    | "messagesModel"
    | "responsesModel"
    | "all"
    | "monitor"
    | "headers"
    | "failOn"
    | "only"
    | "skip"
    | "require"
    | "allow"
    | "privateBot"
    | "appBot"
    | "foreignModel"
    | "maxPoints"
    | "maxCalls"
    | "maxSeconds"
    | "videoWaitSeconds"
  >;
  isStrict: boolean;
  isQuiet: boolean;
  baselineFile?: string;
  compareFile?: string;
  /** Where each form of the report is to be written. */
  outputs: { json?: string; junit?: string; html?: string; markdown?: string; sarif?: string };
  /** Where all of them are, and the journal. */
  reportFolder?: string;
}

/** What `--help` prints. */
export function usage(): string {
  const calls = exchanges.filter(({ allow }) => allow === undefined);
  const { apiKey, ...others } = keyVariables;
  return `Usage: ${apiKey}=… model-access-contract-tests --base-url URL [options]
       model-access-contract-tests list | plan [options]
       model-access-contract-tests judge FILE… [options]
       model-access-contract-tests watch --upstream URL [options]

Tests a deployment of the Model Access API against its contract, by ${mostCalls} calls at most, ${mostBilled} of them short
completions that cost points. With --all it makes all ${calls.length} calls of all areas, and bills no more than that.

  list                   print the rules, and which of them show which row of the specification; send nothing
  plan                   print the calls that would be made and the most they can cost; read the model list only
  judge FILE…            judge recorded exchanges (JSON Lines, or HAR); send nothing
  watch                  pass requests on to a deployment, and judge what passes

${flagLines()}

More rules are judged where these variables hold keys of their kinds:
${Object.values(others)
  .map((name) => `  ${name}`)
  .join("\n")}

Exit status: 0 nothing that decides is broken; 1 something is: a must, or a should on security or money, or what --fail-on
names; 2 called wrongly, or a rule could not judge; 3 the service could not be reached, refused the key, or what was asked
for by name could not be judged; 4 stopped before the end, by a limit or Ctrl-C.
`;
}

/** Reads the arguments. Throws a one-sentence error for those that make no sense. */
export function readCommandLine(args: string[], environment: NodeJS.ProcessEnv): CommandLine {
  const given = readFlags(args);
  const { isGiven, textOf } = given;
  const { command, files } = commandIn(given.words);
  if (!isGiven("help") && !isGiven("version")) checkFlags(command, given.names);
  const baseURL = textOf("base-url") ?? environment.MODEL_ACCESS_BASE_URL;
  return {
    command: isGiven("help") ? "help" : isGiven("version") ? "version" : command,
    files,
    watch: watchIn(given),
    ...named({ baseURL: baseURL === "" ? undefined : baseURL, keyFile: textOf("key-file") }),
    run: {
      only: given.listOf("only"),
      skip: given.listOf("skip"),
      require: namesIn(
        given,
        "require",
        areas.map(({ name }) => name),
      ),
      allow: namesIn(given, "allow", ["burst", "dear"]),
      ...named({
        model: textOf("model"),
        messagesModel: textOf("messages-model"),
        responsesModel: textOf("responses-model"),
        all: isGiven("all") || undefined,
        monitor: isGiven("monitor") || undefined,
        headers: headersIn(given),
        failOn: isGiven("fail-on") ? topicsIn(given.listOf("fail-on")) : undefined,
        privateBot: textOf("private-bot"),
        appBot: textOf("app-bot"),
        foreignModel: textOf("foreign-model"),
        videoWaitSeconds: numberIn(given, "video-wait"),
        maxPoints: numberIn(given, "max-points"),
        maxCalls: numberIn(given, "max-calls"),
        maxSeconds: numberIn(given, "max-seconds") ?? (given.listOf("allow").length > 0 ? undefined : mostSeconds),
      }),
    },
    isStrict: isGiven("strict"),
    isQuiet: isGiven("quiet"),
    ...named({
      baselineFile: textOf("baseline"),
      compareFile: textOf("compare"),
      reportFolder: textOf("report") ?? (isGiven("monitor") ? monitorFolder : undefined),
    }),
    outputs: named({
      json: textOf("json"),
      junit: textOf("junit"),
      html: textOf("html"),
      markdown: textOf("markdown"),
      sarif: textOf("sarif"),
    }),
  };
}

/** No run is longer unasked: what is allowed beyond that, such as a video, may take its time. */
const mostSeconds = 600;

/** Where a monitor looks for its last report, and writes the next one, unless `--report` says another folder. */
const monitorFolder = "contract-tests-report";

function commandIn(words: string[]): { command: CommandName; files: string[] } {
  const [word = "run", ...rest] = words;
  const command = commands.find((each) => each === word);
  if (command === "judge" && rest.length === 0)
    throw new Error("judge takes files of recorded exchanges; give one or more.");
  if (command !== undefined && (command === "judge" || rest.length === 0)) return { command, files: rest };
  throw new Error(
    `There is no command ${JSON.stringify(words.join(" "))}; there are list, plan, judge and watch, and none to run the tests.`,
  );
}

function watchIn(given: GivenFlags): CommandLine["watch"] {
  const sample = numberIn(given, "sample");
  if (sample !== undefined && sample > 1) throw new Error("--sample takes a share from 0 to 1, such as --sample 0.1.");
  return {
    ...named({
      upstream: given.textOf("upstream"),
      port: numberIn(given, "port"),
      watchPort: numberIn(given, "watch-port"),
      host: given.textOf("host"),
      sample,
      journal: given.textOf("journal"),
    }),
    ...(given.isGiven("keep-prompts") && { keepsPrompts: true }),
  };
}

/** Headers that the tests send themselves can't be replaced. */
const ownHeaders = /^(authorization|x-api-key|content-.*|accept(-encoding)?|host|transfer-encoding|connection)$/i;

function headersIn(given: GivenFlags): Record<string, string> | undefined {
  const texts = given.valuesOf("header");
  if (texts.length === 0) return undefined;
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = "", value = ""] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): *([\t\x20-\x7e]+?) *$/.exec(text) ?? [];
      // What it says may be a secret.
      if (name === "") throw new Error("--header takes a name and a value, such as --header 'x-gateway-key: abc'.");
      if (ownHeaders.test(name)) throw new Error(`--header can't set ${name}, which the tests set themselves.`);
      return [name.toLowerCase(), value];
    }),
  );
}

function namesIn<Name extends string>(given: GivenFlags, flag: "require" | "allow", names: readonly Name[]): Name[] {
  return given.listOf(flag).map((word) => {
    const name = names.find((each) => each === word);
    if (name !== undefined) return name;
    throw new Error(`--${flag} takes ${names.join(", ")}; ${JSON.stringify(word)} is none of them.`);
  });
}

type NumberFlag = "max-points" | "max-calls" | "max-seconds" | "video-wait" | "port" | "watch-port" | "sample";

function numberIn(given: GivenFlags, flag: NumberFlag): number | undefined {
  const text = given.textOf(flag);
  if (text === undefined || /^\d+(\.\d+)?$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new Error(`--${flag} takes a number from 0 on, such as --${flag} 100; ${JSON.stringify(text)} is none.`);
}

type Named<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** The members that have a value. */
function named<Values extends Record<string, unknown>>(values: Values): Named<Values> {
  // What is filtered out is undefined, so that the rest has the type without it.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Named<Values>;
}
