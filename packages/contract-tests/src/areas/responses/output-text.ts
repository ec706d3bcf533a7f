import { valueAt } from "@model-access/contract";
import { memberIs } from "../../checks/member.js";
import type { Exchange } from "../../exchange.js";
import { messageText } from "../../reading/joined-text.js";
import { payloadsIn } from "../../reading/said.js";
import type { Verdict } from "../../rule.js";

/**
 * The rule, in short, that the text is the same where clients read it: in `output_text`, which the specification shows and a
 * deployment may leave out, and in the messages of the output, which it may leave out as well.
 */
export function outputTextOf(response: string, pointer: "" | "/response") {
  const place = `${pointer}/output_text`;
  const judgeSent = memberIs(place, {
    expected: "the text of the output's messages",
    isRight: (said, payload) => said === undefined || said === (messageText(valueAt(payload, pointer)) ?? said),
  });
  return {
    sentence: `output_text of ${response}, if it is sent, is the text of its output`,
    requirements: ["R4.9"],
    provenance: "stated" as const,
    judge: (exchange: Exchange): Verdict =>
      payloadsIn(exchange).some((payload) => valueAt(payload, place) !== undefined)
        ? judgeSent(exchange)
        : { outcome: "skip", reason: "The deployment leaves output_text out." },
  };
}
