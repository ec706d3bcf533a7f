import { valueAt } from "@model-access/contract";
import { largeWords, lastChatExchanges, letters, wave } from "../exchanges/chat-last.js";
import { joinedText, plainText } from "../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { judgeEveryEvent, wholeStreamRules } from "./chat-stream-sense.js";
import { judgeStatus } from "./judge-reply.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import { bodyOf } from "./sense.js";

const plan = planned(lastChatExchanges);

/** Judged last, because their calls are made last. */
export const lettersRules: Rule[] = [
  afterAll(
    ruleOn(plan("chat/letters"), {
      name: "status",
      sentence: `${plan("chat/letters").says}, whose Content-Type names its charset, is answered with status 200`,
      requirements: ["R4.1", "R2.5", "R8.2"],
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
];

/** A long prompt comes after tools: it has the most to read. */
export const largeRules: Rule[] = [
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
  const actual = text.slice(0, 80);
  const kept = letters.split(" ").filter((each) => each !== wave);
  if (how === undefined && kept.every((each) => text.includes(each)) && !text.includes(wave))
    return broken({
      message: `Of all letters, ${wave} does not come back.`,
      expected: letters,
      actual,
      pointer,
      // A model may leave it out by itself.
      provenance: "inferred",
    });
  if (how === undefined) return pass;
  return broken({ message: `Letters beyond ASCII come back ${how}.`, expected: letters, actual, pointer });
}
