import { areas, exchanges } from "../areas.js";
import { keyVariables } from "../keys/key-variables.js";
import type { RunOptions } from "../run.js";
import { flagLines } from "./flags.js";
import { type GivenFlags, readFlags } from "./read-flags.js";

/** What a person asked the command to do. */
export interface CommandLine {
  command: "run" | "list" | "plan" | "help" | "version";
  baseURL?: string;
  keyFile?: string;
  /** Options of the run that are passed on as they are. */
  run: Pick<
    RunOptions,
    | "model"
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
  >;
  isStrict: boolean;
  isQuiet: boolean;
  baselineFile?: string;
  compareFile?: string;
  /** Where each form of the report is to be written. */
  outputs: { json?: string; junit?: string; html?: string; markdown?: string };
  /** Where all of them are, and the journal. */
  reportFolder?: string;
}

/** What `--help` prints. */
export function usage(): string {
  const calls = exchanges.filter(({ allow }) => allow === undefined);
  const billed = calls.filter(({ isBilled }) => isBilled).length;
  const { apiKey, ...others } = keyVariables;
  return `Usage: ${apiKey}=… model-access-contract-tests --base-url URL [options]
       model-access-contract-tests list | plan [options]

Tests a deployment of the Model Access API against its contract, by about ${calls.length} calls.
${billed} of them are short completions that cost points.

  list                   print the rules, and which of them show which row of the specification; send nothing
  plan                   print the calls that would be made and the most they can cost; read the model list only

${flagLines()}

More rules are judged where these variables hold keys of their kinds:
${Object.values(others)
  .map((name) => `  ${name}`)
  .join("\n")}

Exit status: 0 no must failed; 1 a must failed; 2 called wrongly, or a rule could not judge; 3 the service could not be
reached, refused the key, or gave a required area no answer to judge; 4 stopped before the end, by a limit or Ctrl-C.
`;
}

/** Reads the arguments. Throws a one-sentence error for those that make no sense. */
export function readCommandLine(args: string[], environment: NodeJS.ProcessEnv): CommandLine {
  const given = readFlags(args);
  const { isGiven, textOf } = given;
  const baseURL = textOf("base-url") ?? environment.MODEL_ACCESS_BASE_URL;
  return {
    command: isGiven("help") ? "help" : isGiven("version") ? "version" : commandIn(given.words),
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
        privateBot: textOf("private-bot"),
        appBot: textOf("app-bot"),
        foreignModel: textOf("foreign-model"),
        maxPoints: numberIn(given, "max-points"),
        maxCalls: numberIn(given, "max-calls"),
        maxSeconds: numberIn(given, "max-seconds") ?? (given.listOf("allow").length > 0 ? undefined : mostSeconds),
      }),
    },
    isStrict: isGiven("strict"),
    isQuiet: isGiven("quiet"),
    ...named({ baselineFile: textOf("baseline"), compareFile: textOf("compare"), reportFolder: textOf("report") }),
    outputs: named({
      json: textOf("json"),
      junit: textOf("junit"),
      html: textOf("html"),
      markdown: textOf("markdown"),
    }),
  };
}

/** No run is longer unasked: what is allowed beyond that, such as a video, may take its time. */
const mostSeconds = 600;

function commandIn(words: string[]): "run" | "list" | "plan" {
  const [word = "run", ...rest] = words;
  if (rest.length === 0 && (word === "run" || word === "list" || word === "plan")) return word;
  throw new Error(
    `There is no command ${JSON.stringify(words.join(" "))}; there are list and plan, and none to run the tests.`,
  );
}

function namesIn<Name extends string>(given: GivenFlags, flag: "require" | "allow", names: readonly Name[]): Name[] {
  return given.listOf(flag).map((word) => {
    const name = names.find((each) => each === word);
    if (name !== undefined) return name;
    throw new Error(`--${flag} takes ${names.join(", ")}; ${JSON.stringify(word)} is none of them.`);
  });
}

function numberIn(given: GivenFlags, flag: "max-points" | "max-calls" | "max-seconds"): number | undefined {
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
