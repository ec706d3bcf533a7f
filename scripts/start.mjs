// `npx pnpm@12 start`: from a fresh clone to a running mock, with what to paste next.
import { build, install, root, runNode, say } from "./workspace.mjs";

const projects = ["@model-access/mock", "@model-access/sdk"];

const help = `Usage: npx pnpm@12 start [options]

Installs and builds what the mock needs, starts it on http://127.0.0.1:4010, and prints keys, base URLs and a first call.
Ctrl-C stops it. The options are those of the mock, among them:

  --port N          port to listen on; 0 takes any free one (default 4010)
  --latency NAME    speed of replies: instant, fast, standard, reasoning, overloaded (default fast)
  --state FILE      your own models, bots, keys, replies and faults, as YAML or JSON
  --fault RULE      a fault for every request, or for some: "status-503", "stall;at=3 model=gpt-5.2"
  --chaos light|heavy
                    faults by chance, and latencies, as on a bad day
  --quiet           prints the base URL only

All of them: npx pnpm@12 mock --help, which builds the mock first.
`;

// `pnpm start -- --help` hands the two hyphens on.
const args = process.argv.slice(2).filter((arg, index) => arg !== "--" || index > 0);
if (args.includes("--help") || args.includes("-h")) {
  process.stdout.write(help);
  process.exit(0);
}
// What the mock would say after the build, said at once.
const port = args.find((arg) => arg.startsWith("--port="))?.slice(7) ?? args[args.indexOf("--port") + 1];
if (args.some((arg) => /^--port(=|$)/.test(arg)) && !/^\d+$/.test(port ?? "")) {
  process.stderr.write(`model-access-mock: --port is '${port ?? ""}'; it must be a whole number.\n`);
  process.exit(2);
}
const tell = args.includes("--quiet") ? () => undefined : say;

tell("Installing what the mock needs …");
await install(projects);
tell("Building the contract, the SDK and the mock …");
await build(projects);
process.exitCode = await runNode([`${root}apps/mock/dist/command.js`, "--welcome", ...args]);
