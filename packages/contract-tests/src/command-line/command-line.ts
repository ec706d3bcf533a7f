import { areas } from "../areas.js";
import type { RunOptions } from "../run.js";
import { topicsIn } from "../topic.js";
import type { WatchOptions } from "../watch/watch.js";
import { type CommandName, checkFlags, commands } from "./flags.js";
import { headersIn, named, namesIn, numberIn, portIn } from "./option-values.js";
import { type GivenFlags, readFlags } from "./read-flags.js";

export interface CommandLine {
  command: CommandName | "help" | "version";
  files: string[];
  watch: Pick<WatchOptions, "port" | "watchPort" | "host" | "sample" | "journal" | "keepsPrompts"> & {
    upstream?: string;
    /** Form of its output on stdout: sentences, or for programs a line of JSON for each event. */
    log?: "text" | "json";
  };
  baseURL?: string;
  keyFile?: string;
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
  call?: string;
  isStrict: boolean;
  isQuiet: boolean;
  baselineFile?: string;
  compareFile?: string;
  outputs: { json?: string; junit?: string; html?: string; markdown?: string; sarif?: string };
  reportFolder?: string;
}

/** Reads the arguments. Throws a one-sentence error for wrong ones. */
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
      call: textOf("call"),
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

function watchIn(given: GivenFlags): CommandLine["watch"] {
  const sample = numberIn(given, "sample");
  if (sample !== undefined && sample > 1) throw new Error("--sample takes a share from 0 to 1, such as --sample 0.1.");
  const log = given.textOf("log");
  if (log !== undefined && log !== "text" && log !== "json")
    throw new Error(`--log takes text or json, not ${JSON.stringify(log)}.`);
  return {
    ...named({
      log,
      upstream: given.textOf("upstream"),
      port: portIn(given, "port"),
      watchPort: portIn(given, "watch-port"),
      host: given.textOf("host"),
      sample,
      journal: given.textOf("journal"),
    }),
    ...(given.isGiven("keep-prompts") && { keepsPrompts: true }),
  };
}
