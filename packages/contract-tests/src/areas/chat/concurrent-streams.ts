import type { Topic } from "../../area.js";
import { wholeStreamOf } from "../../checks/answer-rules.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { firstNotPassed, otherText } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { plainly } from "../../reading/joined-text.js";
import { saidIn, sentIn, textsAskedFor } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { converse, saying } from "../../requests/questions.js";
import { story } from "../../story.js";
import { longStreamCall } from "./long-stream.js";
import { limitedCall } from "./max-tokens.js";
import { mostForLines, streamCall } from "./reply.js";

const told = story("chat", { requirements: ["R4.1", "R6.1"], provenance: "upstream" });
const { add, rule } = told;

export const concurrentStreamsTopic: Topic = told;

const atOnce = { priority: 60, isStreamed: true as const, needs: ["chat/stream"] };

const shortCall = billedCall("chat", {
  ...atOnce,
  id: "chat/streams-short",
  says: "a short stream at the same time as a long one",
  besides: "chat/streams-long",
  json: (model) => ({
    model,
    messages: [{ role: "user", content: saying("and soon it is over") }],
    max_tokens: mostForLines,
    stream: true,
  }),
});

const longCall = billedCall("chat", {
  ...atOnce,
  id: "chat/streams-long",
  says: "a long stream at the same time as a short one",
  besides: "chat/streams-short",
  json: (model) => ({ ...converse(model), stream: true }),
});

add(shortCall, longCall);

rule(
  "streams-short/answered",
  "two streams at the same time are both answered, whole and in their order",
  {
    requirements: ["R4.1", "R6.1", "R8.1"],
    provenance: "inferred",
    level: "should",
    reads: [shortCall, longCall],
    after: wholeStreamOf(shortCall.operationId),
  },
  (...read) => firstNotPassed(read, judgeEveryEvent),
);

rule(
  "streams-short/own",
  "of two streams at the same time, each has its own id and its own text",
  {
    topic: "security",
    reads: [shortCall, longCall, streamCall, limitedCall, longStreamCall],
    after: ["answered", "chat/ids-unique", "chat/stream/text", "chat/stream-usage/text"],
  },
  (short, long, stream, limited, longStream) => {
    const [id, other] = [saidIn(short).id, saidIn(long).id];
    if (typeof id === "string" && id !== "" && id === other)
      return { message: `Two streams at the same time have the id ${id}.`, actual: id, pointer: "/id" };
    const pointer = dialects.chat.streamed.text;
    const said = { short: textOf(short), long: textOf(long) };
    const asked = { short: askedOf(short), long: askedOf(long) };
    const areThere = said.short !== "" && said.long !== "";
    if (areThere && asked.long.startsWith(said.short) && asked.short.startsWith(said.long)) {
      const message = "Each of two streams at the same time has the text that the other one asked for.";
      return { message, expected: asked.short, actual: said.short, pointer };
    }
    // Another text is another stream's only if the model gives back what it is asked for.
    if (textOf(stream) === askedOf(stream) && said.short !== asked.short)
      return otherText(short, { actual: said.short, expected: asked.short, pointer });
    const [pinned, alone] = [textOf(limited), textOf(longStream)];
    if (pinned !== alone || said.long === alone) return undefined;
    return otherText(long, { actual: said.long, expected: alone, pointer });
  },
);

const textOf = (exchange: Exchange) => plainly(saidIn(exchange).text);

const askedOf = (exchange: Exchange) => plainly(textsAskedFor(sentIn(exchange)).at(-1) ?? "");
