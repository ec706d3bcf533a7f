import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { messagesExchanges } from "../exchanges/messages.js";
import { shortAnswer } from "../exchanges/short-question.js";
import { toolName } from "../exchanges/tool.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { judgeStatus } from "./judge-reply.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import {
  bodyOf,
  judgeMostTokens,
  judgeNotHeldBack,
  judgeSamePrompt,
  judgeStreamedText,
  judgeTextThere,
  judgeUsageCounted,
} from "./sense.js";
import { judgeToolInput } from "./tool-input.js";

const plan = planned(messagesExchanges);
const reply = plan("messages/reply");

/** Those of the specification, and what the upstream provider has besides. */
const stopReasons = [
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
];

/** What messages say, and whether it makes sense. */
export const messagesSenseRules: Rule[] = [
  ruleOn(reply, {
    name: "text",
    sentence: "a message in reply to a plain question has a text",
    requirements: ["R2.12"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeTextThere(exchange, "messages"),
  }),
  ruleOn(reply, {
    name: "stop-reason",
    sentence: "a message says why it ended, by a word that the upstream provider has",
    requirements: ["R2.13"],
    provenance: "upstream",
    after: "schema",
    judge: ({ reply: answer }) => {
      const reason = valueAt(bodyOf(answer), "/stop_reason");
      if (stopReasons.includes(String(reason))) return pass;
      return broken({
        message: `stop_reason is ${JSON.stringify(reason)}.`,
        expected: "end_turn, max_tokens, stop_sequence or tool_use",
        actual: String(reason),
        pointer: "/stop_reason",
      });
    },
  }),
  ruleOn(reply, {
    name: "usage-counted",
    sentence: "a message counts tokens for its prompt and its text",
    requirements: ["R2.13"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeUsageCounted(exchange, ["input_tokens", "output_tokens"], "messages"),
  }),
  ruleOn(reply, {
    name: "max-tokens",
    sentence: "a message has no more tokens than max_tokens",
    requirements: ["R2.9"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) =>
      judgeMostTokens(exchange, shortAnswer, { dialect: "messages", countAt: "/usage/output_tokens" }),
  }),
  ruleOnExchanges({
    id: "messages/stream/usage-as-plain",
    sentence: "A streamed message counts the prompt as the plain one does.",
    requirements: ["R2.13", "R6.1"],
    provenance: "upstream",
    exchanges: ["messages/stream", "messages/reply"],
    after: ["messages/reply/usage-counted", "messages/stream/schema"],
    judge: (find) =>
      judgeSamePrompt({
        plain: find("messages/reply"),
        streamed: find("messages/stream"),
        countAt: { plain: "/usage/input_tokens", streamed: "/message/usage/input_tokens" },
      }),
  }),
  ruleOn(plan("messages/tools"), {
    name: "status",
    sentence: "a message with a picture, temperature 1 and a tool is answered with status 200",
    requirements: ["R1.4", "R2.10", "R8.2"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
  ruleOn(plan("messages/tools"), {
    name: "call",
    sentence: "a message that has to call a tool calls it, with an id, its name and an input that it takes",
    requirements: ["R1.4", "R2.12", "R2.13"],
    provenance: "upstream",
    after: "status",
    judge: judgeToolUse,
  }),
  ruleOn(plan("messages/refused/both-headers"), {
    sentence: "a key in both headers is taken",
    requirements: ["R5.2"],
    provenance: "inferred",
    judge: (exchange) => judgeStatus(exchange, 400),
  }),
  ruleOn(plan("messages/refused/own-header-wrong-key"), {
    sentence: "a key that does not exist is refused in x-api-key too",
    requirements: ["R5.2", "R5.3"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 401),
  }),
  ruleOn(plan("messages/refused/foreign-model"), {
    sentence: "a model of another provider is refused with status 404",
    requirements: ["R1.4", "R1.14", "R4.7"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 404),
  }),
  ruleOnExchanges({
    id: "messages/stream/text",
    sentence: "The text of a streamed message is that of the plain one.",
    requirements: ["R6.1", "R4.6"],
    provenance: "stated",
    exchanges: ["messages/stream", "messages/reply", "messages/again"],
    takesMissing: true,
    after: ["messages/reply/text", "messages/stream/order", "messages/stream/complete"],
    judge: (find) =>
      judgeStreamedText(
        { plain: find("messages/reply"), streamed: find("messages/stream"), again: find("messages/again") },
        "messages",
      ),
  }),
  ruleOn(plan("messages/stream"), {
    name: "stop-reason",
    sentence: "a streamed message says why it ended",
    requirements: ["R2.13", "R6.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => {
      const says = exchange.stream().events.some(({ data }) => /"stop_reason"\s*:\s*"/.test(data));
      return says
        ? pass
        : broken({ message: "No event of the stream has a stop_reason.", expected: "a stop_reason in message_delta" });
    },
  }),
  ruleOn(plan("messages/stream"), {
    name: "not-held-back",
    sentence: "a streamed message comes as it is written",
    requirements: ["R6.1"],
    provenance: "stated",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange),
  }),
];

function judgeToolUse({ reply: answer }: Exchange): Verdict {
  const body = bodyOf(answer);
  const content = valueAt(body, "/content");
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  const at = blocks.findIndex((block) => valueAt(block, "/type") === "tool_use");
  if (at === -1)
    return broken({ message: "The tool was not called.", expected: "a tool_use block", pointer: "/content" });
  const pointer = `/content/${at}`;
  const wrong = ["/id", "/name"].find((member) => typeof valueAt(blocks[at], member) !== "string");
  if (wrong !== undefined)
    return broken({
      message: `The tool_use block has no ${wrong.slice(1)}.`,
      expected: "a string",
      pointer: `${pointer}${wrong}`,
    });
  const name = valueAt(blocks[at], "/name");
  if (name !== toolName)
    return broken({
      message: `The tool that was called is ${JSON.stringify(name)}.`,
      expected: toolName,
      pointer: `${pointer}/name`,
    });
  const input = valueAt(blocks[at], "/input");
  if (typeof input !== "object")
    return broken({
      message: "The input of the tool is no object.",
      expected: "an object",
      pointer: `${pointer}/input`,
    });
  const verdict = judgeToolInput(input, `${pointer}/input`);
  if (verdict.outcome !== "pass") return verdict;
  const reason = valueAt(body, "/stop_reason");
  if (reason === "tool_use") return pass;
  return broken({
    message: `A tool is called, and stop_reason is ${JSON.stringify(reason)}.`,
    expected: "tool_use",
    actual: String(reason),
    pointer: "/stop_reason",
    provenance: "upstream",
  });
}
