import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { listAt, messageText } from "../reading/joined-text.js";
import { isStreamed, lastAt, payloadsIn } from "../reading/said.js";
import { broken, pass, type Verdict } from "../rule.js";
import { memberIs } from "./member.js";
import { bodyOf } from "./reply.js";

/** The response of a call: the body, or as the last event of a stream that has one says it. */
export const responseIn = (exchange: Exchange): unknown =>
  isStreamed(exchange) ? lastAt(exchange.stream().payloads, "/response") : bodyOf(exchange.reply);

/** The place of a member of the response in a body, or in an event. */
export const responsePlace = (exchange: Exchange, pointer: string): string =>
  `${isStreamed(exchange) ? "/response" : ""}${pointer}`;

/**
 * Judges that the text is the same where clients read it: in `output_text`, which the specification shows and a deployment may
 * leave out, and in the messages of the output, which it may leave out as well.
 */
export function judgeOutputText(exchange: Exchange): Verdict {
  const place = responsePlace(exchange, "/output_text");
  if (payloadsIn(exchange).every((payload) => valueAt(payload, place) === undefined))
    return { outcome: "skip", reason: "The deployment leaves output_text out." };
  return memberIs(place, {
    expected: "the text of the output's messages",
    isRight: (said, payload) =>
      said === undefined || said === (messageText(valueAt(payload, responsePlace(exchange, ""))) ?? said),
  })(exchange);
}

/** Counts the items that a stream has, and those of the response at its end. */
export function lastItems(exchange: Exchange): Record<"streamed" | "held", number> {
  const done = exchange.stream().payloads.filter((each) => valueAt(each, "/type") === "response.output_item.done");
  return { streamed: done.length, held: listAt(responseIn(exchange), "/output").length };
}

/** Judges the numbers of items by the output of the response at the end, which has the items in their order. */
export function judgeOutputIndexes(exchange: Exchange): Verdict {
  const { payloads } = exchange.stream();
  const last = payloads.findLast((payload) => listAt(payload, "/response/output").length > 0);
  const places = listAt(last, "/response/output").map((item) => valueAt(item, "/id"));
  for (const [at, payload] of payloads.entries()) {
    const place = places.indexOf(valueAt(payload, "/item/id"));
    const index = valueAt(payload, "/output_index");
    if (place === -1 || index === place) continue;
    return broken({
      message: `The item that has the place ${place} in the output is streamed with the output_index ${JSON.stringify(index)}.`,
      expected: place,
      actual: index,
      pointer: "/output_index",
      eventNumber: at + 1,
    });
  }
  return pass;
}
