import { type ChatAssistantMessage, valueAt } from "@model-access/contract";
import { answerRules } from "../../checks/answer-rules.js";
import { rule } from "../../checks/define-rule.js";
import { judgeErrorForm } from "../../checks/refusal-rules.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { judgeMembers } from "../../checks/structured.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { listAt } from "../../reading/joined-text.js";
import { wholeCallsIn } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { filler } from "../../requests/long-question.js";
import { placeMembers, placeOnly } from "../../requests/text-format.js";
import { toolResult, tools } from "../../requests/tool.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { asked, ofAnother, streamed } from "./ask-with-tools.js";

/** It ends a JSON object before its last character. */
const stopText = "}";

/** Longer than what careless services keep of a message, so that what is cut shows in the counts. */
const longText = filler(120);

/** Long enough to be missed beside the prompt where it is left out. */
const longResult = `${toolResult} ${filler(40)}`;

const lastQuestion = "Name the capital of Italy.";

const answeredCall = billedCall("chat", {
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
});

/** The same with a short prompt where a long one is refused, so that the other rules can be judged. */
export const toolsResultCall: ExchangePlan = {
  ...answeredCall,
  plainer: (body) => ({
    ...Object(body),
    messages: [...listAt(body, "/messages").slice(0, -1).map(withShortResult), { role: "user", content: lastQuestion }],
  }),
};

const about = { requirements: ["R1.1", "R4.1"], provenance: "observed" } as const;

const ofToolsResult = {
  ...about,
  takesPlainer: true,
  // Whether a long prompt is taken is a rule of its own.
  judge: (exchange: Exchange) => (exchange.refused === undefined ? judgeStatus(exchange, 200) : pass),
  as: { "no-tool": "none" },
  whole: { takesPlainer: true, judge: judgePlainerEvents },
} as const;

export const toolsResultRules: Rule[] = [
  ...answerRules(toolsResultCall, ofToolsResult, {
    long: {
      sentence: "a prompt of more than 5400 characters is answered, or refused by an error of the documented form",
      requirements: ["R4.1", "R7.1"],
      takesPlainer: true,
      after: "status",
      judge: ({ refused }) => {
        if (refused === undefined) return pass;
        const form = judgeErrorForm(refused);
        if (form.outcome === "broken") return broken({ ...form.finding, exchange: refused });
        return { outcome: "skip", reason: "The deployment takes no long prompt." };
      },
    },
  }),
  rule(toolsResultCall, "members", {
    ...about,
    sentence: "the JSON of a chat completion has the members that its schema requires, and no others",
    takesPlainer: true,
    after: ["json", "chat/stop/json"],
    judge: (exchange) => judgeMembers(exchange, { members: placeMembers, end: stopText }),
  }),
];

function withShortResult(message: unknown): unknown {
  return valueAt(message, "/role") === "tool" ? { ...Object(message), content: toolResult } : message;
}

/** Of a long prompt that was refused, and a short one that is answered, the events of that one. */
function judgePlainerEvents({ refused: _, ...exchange }: Exchange): Verdict {
  return judgeEveryEvent(exchange);
}

function callsMade({ replyTo }: Facts) {
  return wholeCallsIn(bodyOf(replyTo("chat/tools")), dialects.chat);
}

function takesSchema({ replyTo }: Facts): boolean {
  return replyTo("chat/stop")?.status === 200;
}
