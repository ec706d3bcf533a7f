import type { Topic } from "../../area.js";
import { rule } from "../../checks/define-rule.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { wholeStreamOf } from "../../checks/stream-rules.js";
import { firstNotPassed, otherText } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { plainly } from "../../reading/joined-text.js";
import { saidIn, sentIn, textsAskedFor } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { converse } from "../../requests/long-question.js";
import { saying } from "../../requests/short-question.js";
import { broken, pass } from "../../rule.js";
import { longStreamCall } from "./long-stream.js";
import { limitedCall } from "./max-tokens.js";
import { mostForLines } from "./reply.js";
import { streamCall } from "./stream.js";

const shortCall = billedCall("chat", {
  priority: 60,
  id: "chat/streams-short",
  says: "a short stream at the same time as a long one",
  isStreamed: true,
  needs: ["chat/stream"],
  besides: "chat/streams-long",
  json: (model) => ({
    model,
    messages: [{ role: "user", content: saying("and soon it is over") }],
    max_tokens: mostForLines,
    stream: true,
  }),
});

const longCall = billedCall("chat", {
  priority: 60,
  id: "chat/streams-long",
  says: "a long stream at the same time as a short one",
  isStreamed: true,
  needs: ["chat/stream"],
  besides: "chat/streams-short",
  json: (model) => ({ ...converse(model), stream: true }),
});

export const concurrentStreamsTopic: Topic = {
  exchanges: [shortCall, longCall],
  rules: [
    rule(shortCall, "answered", {
      sentence: "two streams at the same time are both answered, whole and in their order",
      requirements: ["R4.1", "R6.1", "R8.1"],
      provenance: "inferred",
      level: "should",
      reads: [shortCall, longCall],
      after: wholeStreamOf(shortCall.operationId),
      judge: (all) => firstNotPassed(all, judgeEveryEvent),
    }),
    rule(shortCall, "own", {
      topic: "security",
      sentence: "of two streams at the same time, each has its own id and its own text",
      requirements: ["R4.1", "R6.1"],
      provenance: "upstream",
      reads: { shortCall, longCall, streamCall, limitedCall, longStreamCall },
      after: ["answered", "chat/ids-unique", "chat/stream/text", "chat/stream-usage/text"],
      judge: (read) => {
        const [id, other] = [saidIn(read.shortCall).id, saidIn(read.longCall).id];
        if (typeof id === "string" && id !== "" && id === other)
          return broken({ message: `Two streams at the same time have the id ${id}.`, actual: id, pointer: "/id" });
        const pointer = dialects.chat.streamed.text;
        const said = { short: textOf(read.shortCall), long: textOf(read.longCall) };
        const asked = { short: askedOf(read.shortCall), long: askedOf(read.longCall) };
        const areThere = said.short !== "" && said.long !== "";
        if (areThere && asked.long.startsWith(said.short) && asked.short.startsWith(said.long)) {
          const message = "Each of two streams at the same time has the text that the other one asked for.";
          return broken({ message, expected: asked.short, actual: said.short, pointer });
        }
        // Another text is another stream's only if the model gives back what it is asked for.
        if (textOf(read.streamCall) === askedOf(read.streamCall) && said.short !== asked.short)
          return otherText(read.shortCall, { actual: said.short, expected: asked.short, pointer });
        const [pinned, alone] = [textOf(read.limitedCall), textOf(read.longStreamCall)];
        if (pinned !== alone || said.long === alone) return pass;
        return otherText(read.longCall, { actual: said.long, expected: alone, pointer });
      },
    }),
  ],
};

const textOf = (exchange: Exchange) => plainly(saidIn(exchange).text);

const askedOf = (exchange: Exchange) => plainly(textsAskedFor(sentIn(exchange)).at(-1) ?? "");
