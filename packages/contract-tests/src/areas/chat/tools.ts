import { type ChatAssistantMessage, type ChatUserMessage, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { isNameLike } from "../../checks/known-model.js";
import { judgeErrorForm } from "../../checks/refusal-rules.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { judgeMembers } from "../../checks/text.js";
import { judgeCountsMove } from "../../checks/token-counts.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { offers } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { saidIn, sentIn } from "../../reading/said.js";
import { toolCallsIn, wholeCallsIn } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { chatPicture } from "../../requests/picture.js";
import { filler } from "../../requests/questions.js";
import {
  placeMembers,
  placeOnly,
  toolNames,
  toolQuestion,
  toolResult,
  tools,
  unlessTools,
} from "../../requests/tool.js";
import { pass } from "../../rule.js";
import { skip, story } from "../../story.js";
import { replyCall } from "./reply.js";
import { stopCall } from "./stop.js";

const told = story("chat", { requirements: ["R1.3", "R4.1"], provenance: "observed" });
const { ask, rule } = told;

/** Tools, pictures and schemas, where the model list offers them. */
export const toolsTopic: Topic = told;

/** All calls with tools are of one model of another provider. */
const ofAnother = { provider: 1, feature: "tools" };

const offered = { ...ofAnother, unless: unlessTools("chat", ofAnother) };

const withTools = { tools: tools.chat, tool_choice: "required", max_tokens: 200, temperature: 0 } as const;

/** More than many a default; the calls of tools need a part of it. */
const mostTokens = 1_500;

/** The question, with pictures where the model takes them. */
const asked = ({ modelList }: Facts, model: string, pictures: number): ChatUserMessage => ({
  role: "user",
  content:
    pictures > 0 && offers(modelList, model, "image")
      ? [{ type: "text", text: toolQuestion }, ...Array.from({ length: pictures }, () => chatPicture)]
      : toolQuestion,
});

/** With the wish for its usage where another stream was answered with it. */
const streamed = ({ replyTo }: Facts) => ({
  stream: true,
  ...(replyTo("chat/stream-usage")?.status === 200 && { stream_options: { include_usage: true } }),
});

const toolsCall = ask(
  billedCall("chat", {
    id: "chat/tools",
    says: "a chat completion with a picture that must call tools",
    besides: "chat/stop",
    ...offered,
    json: (model, facts) => ({ model, messages: [asked(facts, model, 1)], ...withTools, max_tokens: mostTokens }),
  }),
  { requirements: ["R1.3"] },
);

// No model can know what another call asks for.
rule(
  "tools/own",
  "of two chat completions at the same time, each has its own answer",
  { topic: "security", requirements: ["R2.6", "R4.1"], provenance: "upstream", reads: [toolsCall, stopCall] },
  (tools, stop) => {
    const isSwapped = toolCallsIn(stop).length > 0 || /^\s*\{|^\W*every\W*$/.test(saidIn(tools).text);
    const message = "The reply has the answer that the call beside it asked for.";
    return isSwapped && { message, expected: "a call of a tool", pointer: "/choices/0/message" };
  },
);

rule(
  "models-named",
  "chat completions of different models do not all name one that was never called",
  { requirements: ["R4.1", "R2.5"], reads: [toolsCall, stopCall, replyCall], after: "chat/reply/model" },
  (...read) => {
    const answered = read.filter(({ reply }) => reply?.status === 200);
    const asked = answered.map((each) => String(valueAt(sentIn(each), "/model")));
    const [actual, ...others] = new Set(answered.map((each) => saidIn(each).model));
    const isOne = typeof actual === "string" && others.length === 0 && new Set(asked).size > 2;
    const isAsked = asked.some((model) => isNameLike(model, String(actual)));
    const message = `The replies of ${asked.join(", ")} all name ${actual}.`;
    return isOne && !isAsked && { message, expected: "the model that was called", actual, pointer: "/model" };
  },
);

ask(
  billedCall("chat", {
    id: "chat/tools-stream",
    says: "a streamed chat completion with two pictures that must call tools",
    isStreamed: true,
    needs: ["chat/stream-usage"],
    ...offered,
    json: (model, facts) => ({ model, messages: [asked(facts, model, 2)], ...withTools, ...streamed(facts) }),
  }),
  { after: "chat/tools/call" },
);

/** It ends a JSON object before its last character. */
const stopText = "}";

/** Longer than what careless services keep of a message, so that what is cut shows in the counts. */
const longText = filler(120);

/** Long enough to be missed beside the prompt where it is left out. */
const longResult = `${toolResult} ${filler(5)}`;

const lastQuestion = "Name the capital of Italy.";

const callsMade = ({ replyTo }: Facts) => wholeCallsIn(bodyOf(replyTo("chat/tools")), dialects.chat);

const takesSchema = ({ replyTo }: Facts) => replyTo("chat/stop")?.status === 200;

/** With a short prompt where a long one is refused, so that the other rules can be judged. */
const resultCall: ExchangePlan = {
  ...billedCall("chat", {
    id: "chat/tools-result",
    says: "a streamed chat completion with a long prompt, the results of tools, a schema for its text and a stop text that may call no tool",
    isStreamed: true,
    ...ofAnother,
    needs: ["chat/stop", "chat/stream-usage"],
    call: { headers: { "content-type": "application/json; charset=utf-8" } },
    unless: (facts) =>
      callsMade(facts).length === 0 && !takesSchema(facts)
        ? { because: "there are neither results of tools to send nor a schema", isNeedless: true }
        : undefined,
    json: (model, facts) => {
      const calls = callsMade(facts);
      // As it came: clients send it back unread.
      const said = valueAt(bodyOf(facts.replyTo("chat/tools")), "/choices/0/message") as ChatAssistantMessage;
      const results = calls.map(({ id }) => ({ role: "tool" as const, tool_call_id: id, content: longResult }));
      const before = calls.length > 0 ? [asked(facts, model, 0), said, ...results] : [];
      return {
        model,
        messages: [...before, { role: "user", content: `${longText}\n\n${lastQuestion}` }],
        ...(calls.length > 0 && { tools: tools.chat, tool_choice: "none" }),
        ...(takesSchema(facts) && { response_format: placeOnly, stop: stopText }),
        max_tokens: 200,
        // More than some providers allow, whose models this service lets callers ask for 0 to 2.
        temperature: 1.2,
        ...streamed(facts),
      };
    },
  }),
  plainer: (body) => ({
    ...Object(body),
    messages: [
      ...listAt(body, "/messages")
        .slice(0, -1)
        .map((each) => (valueAt(each, "/role") === "tool" ? { ...Object(each), content: toolResult } : each)),
      { role: "user", content: lastQuestion },
    ],
  }),
};

ask(resultCall, {
  takesPlainer: true,
  // Whether a long prompt is taken is a rule of its own.
  judge: (exchange) => (exchange.refused === undefined ? judgeStatus(exchange, 200) : pass),
  as: { "no-tool": "none" },
  // Of a long prompt that was refused, and a short one that is answered, the events of that one.
  whole: { takesPlainer: true, judge: ({ refused: _, ...exchange }) => judgeEveryEvent(exchange) },
});

rule(
  "tools-result/long",
  "a prompt of more than 5400 characters is answered, or refused by an error of the documented form",
  { requirements: ["R4.1", "R7.1"], takesPlainer: true, after: "status" },
  ({ refused }) => {
    if (refused === undefined) return undefined;
    const form = judgeErrorForm(refused);
    return form.outcome === "broken"
      ? { ...form.finding, exchange: refused }
      : skip("The deployment takes no long prompt.");
  },
);

rule(
  "tools-result/members",
  "the JSON of a chat completion has the members that its schema requires, and no others",
  { takesPlainer: true, after: ["json", "chat/stop/json"] },
  (exchange) => judgeMembers(exchange, { members: placeMembers, end: stopText }),
);

ask(
  billedCall("chat", {
    priority: 30,
    id: "chat/tools-named",
    says: "a chat completion that must call the second of two tools",
    ...offered,
    json: (model, facts) => ({
      model,
      messages: [asked(facts, model, 0)],
      ...withTools,
      tool_choice: { type: "function", function: { name: toolNames[1] ?? "" } },
    }),
  }),
  { after: "chat/tools/call" },
);

rule(
  "usage-grows",
  "prompts and answers of different lengths do not count the same tokens",
  {
    requirements: [...dialects.chat.requirements, "R8.3"],
    provenance: "upstream",
    reads: [replyCall, resultCall],
    takesMissing: true,
    after: ["chat/limited/status", "chat/reply/usage-counted"],
  },
  judgeCountsMove,
);
