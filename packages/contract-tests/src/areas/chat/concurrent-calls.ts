import { rule } from "../../checks/define-rule.js";
import { judgeStatus } from "../../checks/reply.js";
import { firstNotPassed, otherText } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { plainly } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { converse } from "../../requests/long-question.js";
import { broken, pass, type Rule } from "../../rule.js";
import { longStreamCall, longText } from "./long-stream.js";
import { limitedCall, limitedStatus, usageGrows } from "./max-tokens.js";
import { askShortly, replyCall, replyStatus } from "./reply.js";
import { streamCall, streamText } from "./stream.js";

const shortCall = billedCall("chat", {
  priority: 50,
  id: "chat/together-short",
  says: "a short chat completion at the same time as a long one",
  needs: ["chat/letters"],
  besides: "chat/together-long",
  json: askShortly,
});

const longCall = billedCall("chat", {
  priority: 50,
  id: "chat/together-long",
  says: "a long chat completion at the same time as a short one",
  needs: ["chat/letters"],
  besides: "chat/together-short",
  json: converse,
});

/** Two plain calls at the same time. */
export const concurrentCalls: ExchangePlan[] = [shortCall, longCall];

export const concurrentAnswered = rule(shortCall, "answered", {
  sentence: "two chat completions at the same time are both answered",
  requirements: ["R4.1", "R8.1"],
  provenance: "inferred",
  level: "should",
  reads: concurrentCalls,
  after: [replyStatus, limitedStatus],
  judge: (all) => firstNotPassed(all, (exchange) => judgeStatus(exchange, 200)),
});

/** Rules on calls at the same time. */
export const concurrentRules: Rule[] = [
  concurrentAnswered,
  rule(shortCall, "own", {
    sentence: "of two chat completions at the same time, each has its own text and its own usage",
    requirements: ["R8.3", "R4.1"],
    provenance: "upstream",
    reads: { shortCall, longCall, replyCall, streamCall, limitedCall, longStreamCall },
    after: [concurrentAnswered, usageGrows, streamText, longText],
    // Each is compared with the same call on its own: its prompt always counts alike, its text where it was the same before.
    judge: (read) => {
      const pairs = [
        { beside: read.shortCall, alone: read.replyCall, streamed: read.streamCall, other: read.limitedCall },
        { beside: read.longCall, alone: read.limitedCall, streamed: read.longStreamCall, other: read.replyCall },
      ].map(({ beside, alone, streamed, other }) => ({
        exchange: beside,
        beside: saidIn(beside, dialects.chat),
        alone: saidIn(alone, dialects.chat),
        streamed: saidIn(streamed, dialects.chat),
        other: saidIn(other, dialects.chat),
      }));
      for (const { exchange, beside, alone, other } of pairs) {
        if (beside.prompt === undefined || alone.prompt === undefined || beside.prompt === alone.prompt) continue;
        return broken({
          message: `The prompt of ${exchange.plan.says} counts ${beside.prompt} tokens, and ${alone.prompt} on its own.`,
          expected: String(alone.prompt),
          actual: String(beside.prompt),
          pointer: "/usage/prompt_tokens",
          ...(beside.prompt !== other.prompt && { provenance: "inferred" as const }),
          exchange,
        });
      }
      for (const { exchange, beside, alone, streamed } of pairs) {
        const isPinned = plainly(streamed.text) === plainly(alone.text);
        if (!isPinned || plainly(beside.text) === plainly(alone.text)) continue;
        const texts = { actual: beside.text, expected: alone.text };
        return otherText(exchange, { ...texts, pointer: "/choices/0/message/content" });
      }
      return pass;
    },
  }),
];
