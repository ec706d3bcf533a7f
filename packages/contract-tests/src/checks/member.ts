import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { isStreamed, payloadsIn } from "../reading/said.js";
import { broken, pass, type Verdict } from "../rule.js";

/** Makes the judge of a member of a plain reply, or of each event of a stream; `isRight` has the body or the event too. */
export function memberIs(
  pointer: string,
  { expected, isRight }: { expected: string; isRight(value: unknown, payload: unknown): boolean },
): (exchange: Exchange) => Verdict {
  return (exchange) => {
    const payloads = payloadsIn(exchange);
    const at = payloads.findIndex((payload) => !isRight(valueAt(payload, pointer), payload));
    if (at === -1) return pass;
    const actual = JSON.stringify(valueAt(payloads[at], pointer)) ?? "absent";
    const [where, eventNumber] = isStreamed(exchange) ? [` in event ${at + 1}`, at + 1] : [""];
    const message = `${pointer}${where} is ${actual}; expected ${expected}.`;
    return broken({ message, expected, actual, pointer, ...(eventNumber && { eventNumber }) });
  };
}
