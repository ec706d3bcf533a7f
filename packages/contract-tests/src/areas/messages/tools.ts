import { type MessageParam, type MessageRequest, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { bodyOf } from "../../checks/reply.js";
import { judgeCountsMove } from "../../checks/token-counts.js";
import { dialects } from "../../dialects.js";
import type { Facts } from "../../exchange.js";
import { displayNameOf } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { saidIn, sentIn, wordsSent } from "../../reading/said.js";
import { wholeCallsIn } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { filler, systemMessage } from "../../requests/questions.js";
import { toolNames, toolQuestion, toolResult, tools } from "../../requests/tool.js";
import { story } from "../../story.js";
import { judgeNamed, shortNameOf } from "./model-names.js";
import { replyCall, shortCall } from "./reply.js";

const told = story("messages", { requirements: ["R1.4", "R6.1"], provenance: "upstream" });
const { ask, rule } = told;

/** Messages with tools, and counts of tokens over several messages. */
export const toolsTopic: Topic = told;

const [, named = ""] = toolNames;

/** Longer than what careless services keep of a text, and than all that the next call sends. */
const longText = filler(92);

const toolsCall = ask(
  billedCall("messages", {
    id: "messages/tools",
    says: "a message with a system prompt in blocks and temperature 1 that must call the second of two tools",
    needs: ["messages/reply"],
    json: (model): MessageRequest => ({
      model: shortNameOf(model) ?? model,
      max_tokens: 200,
      temperature: 1,
      system: [
        { type: "text", text: longText },
        { type: "text", text: systemMessage },
      ],
      messages: [{ role: "user", content: [{ type: "text", text: toolQuestion }] }],
      tools: tools.messages,
      // The question mentions both tools, so that a choice that is not heeded shows.
      tool_choice: { type: "tool", name: named },
    }),
  }),
  {
    sentence: "a message with a system prompt in blocks, temperature 1 and tools is answered with status 200",
    requirements: ["R2.10", "R1.4", "R2.9", "R2.11", "R8.2", "R9.3"],
    provenance: "stated",
    after: "messages/reply/status",
    judge: judgeNamed(200),
  },
);

rule(
  "tools/no-empty-text",
  "a message has no empty text block, which the upstream provider refuses when it is sent back",
  { requirements: ["R2.12"], provenance: "upstream" },
  ({ reply }) => {
    const isEmpty = (block: unknown) => valueAt(block, "/type") === "text" && valueAt(block, "/text") === "";
    const at = listAt(bodyOf(reply), "/content").findIndex(isEmpty);
    const message = `Block ${at} is an empty text.`;
    return at !== -1 && { message, expected: "a text", pointer: `/content/${at}/text` };
  },
);

const toolsStreamCall = ask(
  billedCall("messages", {
    id: "messages/tools-stream",
    says: "a streamed message of a model by its display name, with the result of a tool, that must call tools again, and ?beta=true",
    isStreamed: true,
    needs: ["messages/tools"],
    // As the official client's beta calls have it.
    call: { query: { beta: "true" } },
    json: (model, facts) => ({
      model: displayNameOf(facts.modelList, model),
      max_tokens: 200,
      messages: turnsWithResults(facts),
      tools: tools.messages,
      // A call of each tool has a block of its own.
      tool_choice: { type: "any" },
      stream: true,
    }),
  }),
  { after: "messages/tools/status", judge: judgeNamed(200) },
);

rule(
  "tools-stream/own-prompt",
  "a message without a system prompt counts fewer tokens than an earlier one with a long one",
  {
    requirements: ["R2.9", "R8.3"],
    reads: [toolsStreamCall, toolsCall],
    after: ["events", "prompt-counted", "messages/tools/prompt-counted"],
  },
  (...read) => {
    const [own, before] = read.map((each) => saidIn(each).prompt);
    const [words, more] = read.map((each) => wordsSent(sentIn(each)));
    if (own === undefined || before === undefined || own < before) return undefined;
    return {
      message: `A prompt of ${words} words without a system prompt counts ${own} tokens, and one of ${more} words before it ${before}, as if its system prompt came along.`,
      expected: `less than ${before}`,
      actual: own,
      pointer: saidIn(read[0]).at.usage,
    };
  },
);

rule(
  "usage-grows",
  "prompts and answers of different lengths do not count the same tokens",
  {
    requirements: [...dialects.messages.requirements, "R8.3"],
    reads: [shortCall, replyCall],
    takesMissing: true,
    after: ["messages/reply/usage-counted", "messages/short/stop-reason"],
  },
  judgeCountsMove,
);

/** Writes the question, the calls that were made and their results, where all can be sent back. */
function turnsWithResults({ replyTo }: Facts): MessageParam[] {
  const asked: MessageParam = { role: "user", content: toolQuestion };
  const calls = wholeCallsIn(bodyOf(replyTo("messages/tools")), dialects.messages);
  if (calls.length === 0) return [asked];
  const made = calls.map(({ id, name, input }) => ({ type: "tool_use" as const, id, name, input: Object(input) }));
  const inBlocks = [{ type: "text" as const, text: toolResult }];
  const results = calls.map(({ id }, at) => ({
    type: "tool_result" as const,
    tool_use_id: id,
    content: at === 0 ? inBlocks : toolResult,
  }));
  const again = { type: "text" as const, text: "And what is the weather in Milan, and what time is it there?" };
  return [asked, { role: "assistant", content: made }, { role: "user", content: [...results, again] }];
}
