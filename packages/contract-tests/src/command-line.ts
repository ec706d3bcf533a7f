import { parseArgs } from "node:util";

/** What a person asked the command to do. */
export interface CommandLine {
  command: "run" | "list" | "plan" | "help" | "version";
  baseURL?: string;
  keyFile?: string;
  jsonFile?: string;
  model?: string;
  only: string[];
  skip: string[];
}

export const usage = `Usage: MODEL_ACCESS_API_KEY=… model-access-contract-tests --base-url URL [options]
       model-access-contract-tests list | plan [options]

Tests a deployment of the Model Access API against its contract, by about 40 calls.
Seven of them are short completions that cost points.

  list               print the rules, and send nothing
  plan               print the calls that would be made, and send nothing

  --base-url URL     the deployment, with or without a final /v1 (or MODEL_ACCESS_BASE_URL)
  --key-file FILE    read the key from a file of mode 0600 instead of MODEL_ACCESS_API_KEY
  --model NAME       the model for chat completions (otherwise the cheapest text model)
  --only NAMES       areas, rule ids or beginnings of them, separated by commas
  --skip NAMES       the same, to leave out
  --json FILE        also write the report as JSON
  --help, --version

Exit status: 0 no must failed, 1 a must failed, 2 called wrongly or a rule could not judge,
3 the service could not be reached, refused the key, or gave a required area no answer to judge.
`;

/** Reads the arguments. Throws a one-sentence error for those that make no sense. */
export function readCommandLine(args: string[], environment: NodeJS.ProcessEnv): CommandLine {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "base-url": { type: "string" },
      "key-file": { type: "string" },
      json: { type: "string" },
      model: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
      skip: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", default: false },
    },
  });
  const [word = "run", ...rest] = positionals;
  if (!isCommand(word) || rest.length > 0) {
    throw new Error(
      `There is no command ${JSON.stringify(positionals.join(" "))}; there are list and plan, and none to run the tests.`,
    );
  }
  const baseURL = values["base-url"] ?? environment.MODEL_ACCESS_BASE_URL;
  return {
    command: values.help ? "help" : values.version ? "version" : word,
    ...(baseURL !== undefined && baseURL !== "" && { baseURL }),
    ...(values["key-file"] !== undefined && { keyFile: values["key-file"] }),
    ...(values.json !== undefined && { jsonFile: values.json }),
    ...(values.model !== undefined && { model: values.model }),
    only: namesIn(values.only),
    skip: namesIn(values.skip),
  };
}

const isCommand = (word: string): word is "run" | "list" | "plan" => ["run", "list", "plan"].includes(word);

const namesIn = (lists: string[]) =>
  lists
    .flatMap((list) => list.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
