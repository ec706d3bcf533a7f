import { keyVariables } from "../keys/key-variables.js";
import { callsWithAll } from "../report/plan.js";
import { mostBilled, mostCalls } from "../run/call-limits.js";
import { flagLines } from "./flags.js";

const keyKinds: Record<Exclude<keyof typeof keyVariables, "apiKey">, string> = {
  noPermission: "a valid key that may not call the model",
  noPoints: "a key of an account without points",
  revoked: "a revoked key",
  lowLimit: "a key with a low rate limit",
  sameAccount: "another key of the same account",
};

export function usage(): string {
  const { calls, withRepeats } = callsWithAll();
  const { apiKey, ...others } = keyVariables;
  return `Usage: ${apiKey}=… model-access-contract-tests --base-url URL [options]
       model-access-contract-tests list | plan [options]
       model-access-contract-tests judge FILE… [options]
       model-access-contract-tests watch --upstream URL [options]

Tests a deployment of the Model Access API against its contract. A run makes at most ${mostCalls} calls and bills at most
${mostBilled} of them, all short completions. With --all it makes all ${calls} calls (${withRepeats} with repeats), and bills no more.

Commands (without one, the tests run):
  list                     print all rules, and the requirements of the specification that they check; sends nothing
  plan                     print the calls of a run and their highest cost; reads only the model list
  judge FILE…              judge recorded exchanges (JSON Lines or HAR); sends nothing
  watch                    forward requests to a deployment as a proxy, and judge the answers

${flagLines()}

Optional variables with other keys; each lets the run check more rules:
${Object.entries(others)
  .map(([kind, name]) => `  ${name.padEnd(36)} ${keyKinds[kind as keyof typeof others]}`) // the same keys
  .join("\n")}

Exit status:
  0  no deciding rule is broken
  1  a deciding rule is broken: a must, a should about security or money, or a rule about a topic of --fail-on
  2  wrong options, an unknown --model, or a fault in these tests or while writing a report
  3  service not reached, key refused, or no answer to judge for a must or a requested name
  4  stopped early, by a limit or Ctrl-C
`;
}
