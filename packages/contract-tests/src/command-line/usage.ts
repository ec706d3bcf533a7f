import { exchanges } from "../areas.js";
import { keyVariables } from "../keys/key-variables.js";
import { mostBilled, mostCalls } from "../run/call-limits.js";
import { flagLines } from "./flags.js";

/** Returns the text of `--help`. */
export function usage(): string {
  const calls = exchanges.filter(({ allow }) => allow === undefined);
  const { apiKey, ...others } = keyVariables;
  return `Usage: ${apiKey}=… model-access-contract-tests --base-url URL [options]
       model-access-contract-tests list | plan [options]
       model-access-contract-tests judge FILE… [options]
       model-access-contract-tests watch --upstream URL [options]

Tests a deployment of the Model Access API against its contract. A run makes at most ${mostCalls} calls and bills at most
${mostBilled} of them, short completions. With --all it makes all ${calls.length} calls of all areas and bills no more.

Commands; without one, the tests run:
  list                     print the rules and the rows of the specification that they show; send nothing
  plan                     print the calls of a run and the most they can cost; read only the model list
  judge FILE…              judge recorded exchanges (JSON Lines or HAR); send nothing
  watch                    pass requests on to a deployment, and judge what passes

${flagLines()}

More rules are judged where these variables hold keys of their kind:
${Object.values(others)
  .map((name) => `  ${name}`)
  .join("\n")}

Exit status:
  0  nothing that decides is broken
  1  something is: a must, a should on security or money, or what --fail-on names
  2  the command was called wrongly, or a rule failed itself
  3  the service was not reached or refused the key, or what was named could not be judged
  4  stopped before the end, by a limit or Ctrl-C
`;
}
