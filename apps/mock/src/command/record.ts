import { parseArgs } from "node:util";
import { startRecorder } from "../recordings/recorder.js";
import { endWith, integer, logFormat, logLine, sayListening } from "./flags.js";

const help = `Usage: model-access-mock record --upstream URL --out FILE [options]

Passes requests on to a deployment and adds each exchange to FILE, for --recordings.
Keys are masked; prompts and answers are saved as they are.
A request without a key gets the one of the environment variable MODEL_ACCESS_API_KEY.

  --upstream URL    base URL of the deployment; https, or on this machine
  --out FILE        JSON Lines file to add the exchanges to
  --port N          port to listen on; 0 takes any free one (default 4011)
  --host HOST       address to listen on (default 127.0.0.1, this machine only)
  --log FORMAT      text (default) or json, for programs: the base URL comes as a line
                    {"event":"listening","url":"http://127.0.0.1:4011"}
  --quiet           print nothing but the base URL
  --help            print this
`;

const options = {
  upstream: { type: "string" },
  out: { type: "string" },
  port: { type: "string", default: "4011" },
  host: { type: "string", default: "127.0.0.1" },
  log: { type: "string", default: "text" },
  quiet: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** `model-access-mock record`: records until it is told to end. */
export async function recordCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  if (values.help) return void process.stdout.write(help);
  const { upstream, out } = values;
  if (upstream === undefined || out === undefined) {
    throw new RangeError("record needs --upstream https://api.example.com and --out FILE.");
  }
  const format = logFormat(values.log);
  const log = (message: string) => logLine(format === "json" ? JSON.stringify({ message }) : message);
  const recorder = await startRecorder({
    upstream,
    out,
    port: integer("--port", values.port),
    host: values.host,
    apiKey: process.env.MODEL_ACCESS_API_KEY || undefined,
    log: values.quiet ? undefined : log,
  });
  sayListening("The recorder", { url: recorder.baseURL, format });
  endWith(recorder);
}
