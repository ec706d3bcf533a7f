import { afterRules, ruleOn } from "../../checks/define-rule.js";
import { judgeLetters } from "../../checks/letters.js";
import { judgeStatus } from "../../checks/reply.js";
import { judgeEveryEvent, wholeStreamRules } from "../../checks/stream.js";
import type { ExchangePlan } from "../../exchange.js";
import { joinedText } from "../../reading/joined-text.js";
import { lateChatCall } from "../../requests/chat-request.js";
import { withModel } from "../../requests/short-question.js";
import { sayLetters } from "../../requests/unicode.js";
import type { Rule } from "../../rule.js";

const lettersCall: ExchangePlan = lateChatCall({
  priority: 10,
  id: "chat/letters",
  says: "a streamed chat completion of letters beyond ASCII with temperature 0.7, without max_tokens",
  isStreamed: true,
  write: (facts) =>
    withModel(facts, "chat", (model) => ({
      headers: { "content-type": "application/json; charset=utf-8" },
      json: { model, messages: [{ role: "user", content: sayLetters }], temperature: 0.7, stream: true },
    })),
});

/** A stream of letters beyond ASCII. */
export const unicodeCalls: ExchangePlan[] = [lettersCall];

/** Letters of two, three and four bytes. */
export const unicodeRules: Rule[] = [
  afterRules(
    ruleOn(lettersCall, {
      name: "status",
      sentence: `${lettersCall.says}, whose Content-Type names its charset, is answered with status 200`,
      requirements: ["R4.1", "R2.5", "R8.2"],
      provenance: "observed",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
    wholeStreamRules,
  ),
  ruleOn(lettersCall, {
    name: "events",
    sentence: "the events of a stream of letters beyond ASCII are those of the contract, in UTF-8",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    after: "status",
    judge: judgeEveryEvent,
  }),
  ruleOn(lettersCall, {
    name: "text",
    sentence: "letters beyond ASCII come through a stream as they are",
    requirements: ["R6.1", "R2.6"],
    provenance: "upstream",
    after: "events",
    judge: (exchange) => judgeLetters(joinedText(exchange.stream().events, "chat"), "/choices/0/delta/content"),
  }),
];
