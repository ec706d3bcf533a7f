import { valueAt } from "@model-access/contract";
import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { firstNotPassed, otherText } from "../../checks/text.js";
import type { ExchangePlan } from "../../exchange.js";
import { joinedText, plainly, plainText } from "../../reading/joined-text.js";
import { lateChatCall } from "../../requests/chat-request.js";
import { converse } from "../../requests/long-question.js";
import { question, shortAnswer, withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

const both = ["chat/together-short", "chat/together-long"];

const togetherShortCall: ExchangePlan = lateChatCall({
  priority: 50,
  id: "chat/together-short",
  says: "a short chat completion at the same time as a long one",
  needs: ["chat/letters"],
  besides: "chat/together-long",
  write: (facts) =>
    withModel(facts, "chat", (model) => ({
      json: { model, messages: [{ role: "user", content: question }], max_tokens: shortAnswer },
    })),
});

const togetherLongCall: ExchangePlan = lateChatCall({
  priority: 50,
  id: "chat/together-long",
  says: "a long chat completion at the same time as a short one",
  needs: ["chat/letters"],
  besides: "chat/together-short",
  write: (facts) => withModel(facts, "chat", (model) => ({ json: converse(model) })),
});

/** Two calls at the same time, plain. */
export const concurrentCalls: ExchangePlan[] = [togetherShortCall, togetherLongCall];

/** Two plain calls at the same time. */
export const concurrentRules: Rule[] = [
  ruleOnExchanges({
    id: "chat/together-short/answered",
    sentence: "Two chat completions at the same time are both answered.",
    requirements: ["R4.1", "R8.1"],
    provenance: "inferred",
    level: "should",
    exchanges: both,
    after: ["chat/reply/status", "chat/limited/status"],
    judge: (_find, all) => firstNotPassed(all, (exchange) => judgeStatus(exchange, 200)),
  }),
  ruleOnExchanges({
    id: "chat/together-short/own",
    sentence: "Of two chat completions at the same time, each has its own text and its own usage.",
    requirements: ["R8.3", "R4.1"],
    provenance: "upstream",
    exchanges: [...both, "chat/reply", "chat/stream", "chat/limited", "chat/stream-usage"],
    after: ["chat/together-short/answered", "chat/usage-grows", "chat/stream/text", "chat/stream-usage/text"],
    judge: judgeOwn,
  }),
];

/** Compares each with the same call on its own: its prompt always counts alike, its text where it was the same before. */
function judgeOwn(find: Find): Verdict {
  const pairs = [
    {
      beside: find("chat/together-short"),
      alone: find("chat/reply"),
      streamed: find("chat/stream"),
      other: find("chat/limited"),
    },
    {
      beside: find("chat/together-long"),
      alone: find("chat/limited"),
      streamed: find("chat/stream-usage"),
      other: find("chat/reply"),
    },
  ];
  for (const { beside, alone, other } of pairs) {
    const [count, expected, others] = [beside, alone, other].map((each) =>
      valueAt(bodyOf(each?.reply), "/usage/prompt_tokens"),
    );
    if (beside === undefined || typeof expected !== "number" || typeof count !== "number" || count === expected)
      continue;
    return broken({
      message: `The prompt of ${beside.plan.says} counts ${count} tokens, and ${expected} on its own.`,
      expected: String(expected),
      actual: String(count),
      pointer: "/usage/prompt_tokens",
      ...(count !== others && { provenance: "inferred" as const }),
      exchange: beside,
    });
  }
  for (const { beside, alone, streamed } of pairs) {
    const [actual = "", expected = ""] = [beside, alone].map((each) => plainText(bodyOf(each?.reply), "chat"));
    const isPinned = plainly(joinedText(streamed?.stream().events ?? [], "chat")) === plainly(expected);
    if (beside === undefined || !isPinned || plainly(actual) === plainly(expected)) continue;
    return otherText(beside, { actual, expected, pointer: "/choices/0/message/content" });
  }
  return pass;
}
