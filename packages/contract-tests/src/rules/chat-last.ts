import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { largeWords, lastChatExchanges, letters } from "../exchanges/chat-last.js";
import { joinedText, plainly, plainText } from "../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { lastToolsRules } from "./chat-last-tools.js";
import { judgeEveryEvent, wholeStreamRules } from "./chat-stream-sense.js";
import { judgeStatus } from "./judge-reply.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import { bodyOf } from "./sense.js";

const plan = planned(lastChatExchanges);
const both = ["chat/together-short", "chat/together-long"];

/** Judged last, because their calls are made last. */
export const lastChatRules: Rule[] = [
  ...lastToolsRules,
  afterAll(
    ruleOn(plan("chat/letters"), {
      name: "status",
      sentence: `${plan("chat/letters").says}, is answered with status 200`,
      requirements: ["R4.1", "R2.5"],
      provenance: "observed",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
    wholeStreamRules,
  ),
  ruleOn(plan("chat/letters"), {
    name: "events",
    sentence: "the events of a stream of letters beyond ASCII are those of the contract, in UTF-8",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    after: "status",
    judge: judgeEveryEvent,
  }),
  ruleOn(plan("chat/letters"), {
    name: "text",
    sentence: "letters beyond ASCII come through a stream as they are",
    requirements: ["R6.1", "R2.6"],
    provenance: "upstream",
    after: "events",
    judge: (exchange) => judgeLetters(joinedText(exchange.stream().events, "chat"), "/choices/0/delta/content"),
  }),
  ruleOnExchanges({
    id: "chat/together-short/answered",
    sentence: "Two chat completions at the same time are both answered.",
    requirements: ["R4.1", "R8.1"],
    provenance: "inferred",
    level: "should",
    exchanges: both,
    after: ["chat/reply/status", "chat/limited/status"],
    judge: (_find, all) =>
      all.map((exchange) => judgeAnswered(exchange)).find(({ outcome }) => outcome !== "pass") ?? pass,
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
  afterAll(
    ruleOn(plan("chat/large"), {
      name: "status",
      sentence: "a chat completion of a long prompt is answered or refused, and breaks nothing",
      requirements: ["R4.1", "R7.1"],
      provenance: "observed",
      judge: (exchange) => {
        const status = exchange.reply?.status ?? 0;
        const isRefused = status >= 400 && status < 500 && status !== 429;
        return isRefused
          ? { outcome: "skip", reason: "The deployment takes no long prompt." }
          : judgeStatus(exchange, 200);
      },
    }),
    ["chat/limited/status"],
  ),
  afterAll(
    ruleOn(plan("chat/large"), {
      name: "counted",
      sentence: "a long prompt is counted whole",
      requirements: ["R8.3", "R2.5"],
      provenance: "upstream",
      judge: ({ reply }) => {
        const count = valueAt(bodyOf(reply), "/usage/prompt_tokens");
        if (typeof count !== "number" || count >= largeWords / 2) return pass;
        return broken({
          message: `A prompt of more than ${largeWords} words counts ${count} tokens.`,
          expected: `at least ${largeWords / 2}`,
          actual: String(count),
          pointer: "/usage/prompt_tokens",
        });
      },
    }),
    ["chat/large/status", "chat/conversation-counted"],
  ),
  ruleOn(plan("chat/large"), {
    name: "text",
    sentence: "letters beyond ASCII come back as they are",
    requirements: ["R2.6", "R4.1"],
    provenance: "upstream",
    after: "status",
    judge: ({ reply }) => judgeLetters(plainText(bodyOf(reply), "chat"), "/choices/0/message/content"),
  }),
];

function afterAll(rule: Rule, after: string[]): Rule {
  return { ...rule, after };
}

/** A model may say what it likes: only what a deployment is known to make of our letters is wrong. */
function judgeLetters(text: string, pointer: string): Verdict {
  const [word = ""] = letters.split(" ");
  const forms = {
    "as replacement characters": "\ufffd",
    "as UTF-8 that was read as Latin-1": Buffer.from(word).toString("latin1"),
    "as character references": word.replace("ü", "&#252;"),
    "as named references": word.replace("ü", "&uuml;"),
    "as escapes": word.replace("ü", "\\u00fc"),
    "as question marks": word.replace("ü", "?"),
    "as question marks, where they take four bytes": `${word} ?`,
  };
  const [how] = Object.entries(forms).find(([, form]) => text.includes(form)) ?? [];
  if (how === undefined) return pass;
  const actual = text.slice(0, 80);
  return broken({ message: `Letters beyond ASCII come back ${how}.`, expected: letters, actual, pointer });
}

function judgeAnswered(exchange: Exchange): Verdict {
  const verdict = judgeStatus(exchange, 200);
  return verdict.outcome === "broken" ? broken({ ...verdict.finding, exchange }) : verdict;
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
    const [actual, expected] = [beside, alone].map((each) => plainText(bodyOf(each?.reply), "chat"));
    const isPinned = plainly(joinedText(streamed?.stream().events ?? [], "chat")) === plainly(expected ?? "");
    if (beside === undefined || !isPinned || plainly(actual ?? "") === plainly(expected ?? "")) continue;
    return broken({
      message: `The text of ${beside.plan.says} is not the one that it has on its own.`,
      expected: expected?.slice(0, 80) ?? "",
      actual: actual?.slice(0, 80) ?? "",
      pointer: "/choices/0/message/content",
      // A model samples: it may say another thing the third time.
      provenance: "inferred",
      exchange: beside,
    });
  }
  return pass;
}
