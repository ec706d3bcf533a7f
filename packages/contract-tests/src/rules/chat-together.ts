import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { joinedText, plainly, plainText } from "../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { judgeStatus } from "./judge-reply.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";
import { bodyOf } from "./sense.js";

const both = ["chat/together-short", "chat/together-long"];

/** Two plain calls at the same time. */
export const togetherRules: Rule[] = [
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

/** Judges each of some calls until one does not pass; what is broken is that one's. */
export function firstNotPassed(all: Exchange[], judge: (exchange: Exchange) => Verdict): Verdict {
  for (const exchange of all) {
    const verdict = judge(exchange);
    if (verdict.outcome !== "pass")
      return verdict.outcome === "broken" ? broken({ ...verdict.finding, exchange }) : verdict;
  }
  return pass;
}

/** The finding that a call beside another one has a text which it has not on its own. */
export function otherText(
  beside: Exchange,
  { actual, expected, pointer }: Record<"actual" | "expected" | "pointer", string>,
): Verdict {
  return broken({
    message: `The text of ${beside.plan.says} is not the one that it has on its own.`,
    expected: expected.slice(0, 80),
    actual: actual.slice(0, 80),
    pointer,
    // A model samples: it may say another thing the third time.
    provenance: "inferred",
    exchange: beside,
  });
}

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
