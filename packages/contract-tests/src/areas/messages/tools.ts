import { type MessageParam, type MessageRequest, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import { rule } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { listAt } from "../../reading/joined-text.js";
import { saidIn, sentIn, wordsSent } from "../../reading/said.js";
import { wholeCallsIn } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { filler, systemMessage } from "../../requests/long-question.js";
import { toolNames, toolQuestion, toolResult, tools } from "../../requests/tool.js";
import { broken, pass, type Verdict } from "../../rule.js";
import { shortNameOf } from "./model-names.js";

const [, named = ""] = toolNames;

/** Longer than what careless services keep of a text, and than all that the next call sends. */
const longText = filler(120);

export const toolsCall: ExchangePlan = billedCall("messages", {
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
});

const toolsStreamCall = billedCall("messages", {
  id: "messages/tools-stream",
  says: "a streamed message with the result of a tool that must call tools again, and ?beta=true",
  isStreamed: true,
  needs: ["messages/tools"],
  // As the official client's beta calls have it.
  call: { query: { beta: "true" } },
  json: (model, facts) => ({
    model,
    max_tokens: 200,
    messages: turnsWithResults(facts),
    tools: tools.messages,
    // A call of each tool has a block of its own.
    tool_choice: { type: "any" },
    stream: true,
  }),
});

const about = { requirements: ["R1.4", "R6.1"], provenance: "upstream", after: "messages/tools/status" } as const;

export const toolsTopic: Topic = {
  exchanges: [toolsCall, toolsStreamCall],
  rules: [
    ...answerRules(
      toolsCall,
      {
        sentence: "a message with a system prompt in blocks, temperature 1 and tools is answered with status 200",
        requirements: ["R1.4", "R2.9", "R2.10", "R2.11", "R8.2", "R9.3"],
        provenance: "stated",
        after: "messages/reply/status",
        judge: judgeToolsStatus,
      },
      {
        "no-empty-text": {
          sentence: "a message has no empty text block, which the upstream provider refuses when it is sent back",
          requirements: ["R2.12"],
          provenance: "upstream",
          judge: ({ reply }) => {
            const blocks = listAt(bodyOf(reply), "/content");
            const at = blocks.findIndex(
              (block) => valueAt(block, "/type") === "text" && valueAt(block, "/text") === "",
            );
            if (at === -1) return pass;
            return broken({
              message: `Block ${at} is an empty text.`,
              expected: "a text",
              pointer: `/content/${at}/text`,
            });
          },
        },
      },
    ),
    ...answerRules(toolsStreamCall, about),
    rule(toolsStreamCall, "own-prompt", {
      sentence: "a message without a system prompt counts fewer tokens than an earlier one with a long one",
      requirements: ["R2.9", "R8.3"],
      provenance: "upstream",
      reads: { toolsStreamCall, toolsCall },
      after: ["events", "prompt-counted", "messages/tools/prompt-counted"],
      judge: (read) => {
        const [own, before] = [saidIn(read.toolsStreamCall), saidIn(read.toolsCall)];
        if (own.prompt === undefined || before.prompt === undefined || own.prompt < before.prompt) return pass;
        const [words, more] = [read.toolsStreamCall, read.toolsCall].map((each) => wordsSent(sentIn(each)));
        return broken({
          message: `A prompt of ${words} words without a system prompt counts ${own.prompt} tokens, and one of ${more} words before it ${before.prompt}, as if its system prompt came along.`,
          expected: `less than ${before.prompt}`,
          actual: String(own.prompt),
          pointer: own.at.usage,
        });
      },
    }),
  ],
};

/** A deployment may not know the provider's own name of each model. */
function judgeToolsStatus(exchange: Exchange): Verdict {
  const verdict = judgeStatus(exchange, 200);
  return verdict.outcome === "broken" && exchange.reply?.status === 404
    ? broken({ ...verdict.finding, provenance: "observed" })
    : verdict;
}

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
  return [
    asked,
    { role: "assistant", content: made },
    {
      role: "user",
      content: [...results, { type: "text", text: "And what is the weather in Milan, and what time is it there?" }],
    },
  ];
}
