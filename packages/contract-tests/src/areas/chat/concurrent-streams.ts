import { valueAt } from "@model-access/contract";
import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { judgeEveryEvent, wholeStreamRules } from "../../checks/stream.js";
import { firstNotPassed, otherText } from "../../checks/text.js";
import type { ExchangePlan } from "../../exchange.js";
import { joinedText, payloadOf, plainly, plainText } from "../../reading/joined-text.js";
import { lateChatCall } from "../../requests/chat-request.js";
import { converse } from "../../requests/long-question.js";
import { question, shortAnswer, withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

const both = ["chat/streams-short", "chat/streams-long"];

const streamsShortCall: ExchangePlan = lateChatCall({
  priority: 60,
  id: "chat/streams-short",
  says: "a short stream at the same time as a long one",
  isStreamed: true,
  needs: ["chat/letters"],
  besides: "chat/streams-long",
  write: (facts) =>
    withModel(facts, "chat", (model) => ({
      json: { model, messages: [{ role: "user", content: question }], max_tokens: shortAnswer, stream: true },
    })),
});

const streamsLongCall: ExchangePlan = lateChatCall({
  priority: 60,
  id: "chat/streams-long",
  says: "a long stream at the same time as a short one",
  isStreamed: true,
  needs: ["chat/letters"],
  besides: "chat/streams-short",
  write: (facts) => withModel(facts, "chat", (model) => ({ json: { ...converse(model), stream: true } })),
});

/** Two streams at the same time. */
export const concurrentStreamCalls: ExchangePlan[] = [streamsShortCall, streamsLongCall];

/** Two streams at the same time. */
export const concurrentStreamRules: Rule[] = [
  ruleOnExchanges({
    id: "chat/streams-short/answered",
    sentence: "Two streams at the same time are both answered, whole and in their order.",
    requirements: ["R4.1", "R6.1", "R8.1"],
    provenance: "inferred",
    level: "should",
    exchanges: both,
    after: ["chat/together-short/answered", ...wholeStreamRules],
    judge: (_find, all) => firstNotPassed(all, judgeEveryEvent),
  }),
  ruleOnExchanges({
    id: "chat/streams-short/own",
    sentence: "Of two streams at the same time, each has its own id and its own text.",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    exchanges: [...both, "chat/reply", "chat/stream", "chat/limited", "chat/stream-usage"],
    after: ["chat/streams-short/answered", "chat/ids-unique", "chat/stream/text", "chat/stream-usage/text"],
    judge: judgeOwn,
  }),
];

function judgeOwn(find: Find): Verdict {
  const [short, long] = both.map((id) => find(id));
  const [id, other] = [short, long].map((each) => valueAt(payloadOf(each?.stream().events[0]?.data ?? ""), "/id"));
  if (typeof id === "string" && id !== "" && id === other)
    return broken({ message: `Two streams at the same time have the id ${id}.`, actual: id, pointer: "/id" });
  const trios = [
    { beside: short, plain: find("chat/reply"), alone: find("chat/stream") },
    { beside: long, plain: find("chat/limited"), alone: find("chat/stream-usage") },
  ];
  for (const { beside, plain, alone } of trios) {
    const [actual = "", expected = ""] = [beside, alone].map((each) =>
      plainly(joinedText(each?.stream().events ?? [], "chat")),
    );
    const isPinned = expected === plainly(plainText(bodyOf(plain?.reply), "chat"));
    if (beside === undefined || !isPinned || actual === expected) continue;
    return otherText(beside, { actual, expected, pointer: "/choices/0/delta/content" });
  }
  return pass;
}
