import { connectionFailure } from "../errors/connection-failure.js";
import { responseFormatError } from "../errors/response-format-error.js";
import { parseFields } from "../stream/json-fields.js";
import { type CallArguments, call } from "./call.js";
import { type PendingCall, pendingCall } from "./pending-call.js";

interface JSONCallArguments<Result> extends Omit<CallArguments, "accept" | "onLink"> {
  /** The member that makes the answer what it is. */
  member: string;
  /** What this member has to be; a list when nothing else is said. */
  isMember?: (value: unknown) => boolean;
  /** Makes the result of what came; without it that is the result. */
  finish?: ((reply: object) => Result) | undefined;
}

/** Makes one call whose answer is a JSON object. The text is parsed here, so that a broken one gets its type. */
export function callJSON<Result>({
  engine,
  options,
  request,
  member,
  isMember = Array.isArray,
  // The contract says what a success of this operation is, and its mark was found.
  finish = (reply) => reply as Result,
}: JSONCallArguments<Result>): PendingCall<Result> {
  const opening = call({ engine, options, request, accept: "application/json" });
  return pendingCall(opening, async ({ exchange, link, deadlines }) => {
    const { signal } = link;
    let text: string;
    try {
      text = await new Promise((resolve, reject) => {
        // For a body that does not know the signal.
        link.onAbort(() => reject(signal.reason));
        exchange.response.text().then(resolve, reject);
      });
    } catch (cause) {
      throw connectionFailure({ exchange, what: "lost its connection while the answer came", cause, signal });
    } finally {
      deadlines.end();
      link.release();
    }

    const fail = (what: string) => responseFormatError({ exchange, what, text });
    if (text === "") throw fail("with an empty body");
    const value = parseFields(text);
    if (typeof value === "string") throw fail(`with ${value}`);
    if (!isMember(value[member])) throw fail(`with JSON that has no ${member}`);
    return finish(value);
  });
}
