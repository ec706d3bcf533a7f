import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { chatExchanges, fewTokens, stopText } from "../exchanges/chat.js";
import { shortAnswer } from "../exchanges/short-question.js";
import { systemWords } from "../exchanges/system-message.js";
import { recordsOf } from "../models/choose-model.js";
import { joinedText, plainText } from "../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { mediaTypeOf } from "../wire/wire.js";
import { finishIn } from "./chat-stream-sense.js";
import { judgeStatus } from "./judge-reply.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import { bodyOf, chatUsage, judgeMostTokens, judgeTextThere, judgeUsageCounted, judgeUsageSum } from "./sense.js";

const plan = planned(chatExchanges);
const reply = plan("chat/reply");
const after = "schema";

/** What chat completions say, and whether it makes sense. */
export const chatSenseRules: Rule[] = [
  ruleOn(reply, {
    name: "text-there",
    sentence: "a chat completion of a plain question has a text",
    requirements: ["R2.6", "R4.1"],
    provenance: "stated",
    after: "text",
    judge: (exchange) =>
      judgeTextThere(exchange, "chat", {
        reasoningAt: "/usage/completion_tokens_details/reasoning_tokens",
        isCut: (body) => valueAt(body, "/choices/0/finish_reason") === "length",
      }),
  }),
  ruleOn(reply, {
    name: "usage-sum",
    sentence: "the tokens that a chat completion counts add up",
    requirements: ["R8.3"],
    provenance: "upstream",
    after,
    judge: (exchange) => judgeUsageSum(valueAt(bodyOf(exchange.reply), "/usage"), chatUsage),
  }),
  ruleOn(reply, {
    name: "usage-counted",
    sentence: "a chat completion counts tokens for its prompt and its text",
    requirements: ["R8.3"],
    provenance: "upstream",
    after,
    judge: (exchange) => judgeUsageCounted(exchange, chatUsage, "chat"),
  }),
  ruleOnExchanges({
    id: "chat/reply/model",
    sentence: "A chat completion does not name another model of the list than the one that was called.",
    requirements: ["R2.5"],
    // A bot that passes calls on may name the model that it chose.
    provenance: "inferred",
    exchanges: ["chat/reply", "models/list"],
    after: "chat/reply/schema",
    judge: (find) =>
      judgeModel(
        askedOf(find("chat/reply")),
        valueAt(bodyOf(find("chat/reply")?.reply), "/model"),
        find("models/list"),
      ),
  }),
  ruleOnExchanges({
    id: "chat/usage-grows",
    sentence: "A longer prompt counts more tokens.",
    requirements: ["R8.3"],
    provenance: "upstream",
    exchanges: ["chat/limited", "chat/reply"],
    after: ["chat/limited/status", "chat/reply/usage-counted"],
    judge: (find) => {
      const [short, long] = ["chat/reply", "chat/limited"].map((id) =>
        valueAt(bodyOf(find(id)?.reply), "/usage/prompt_tokens"),
      );
      if (typeof short !== "number" || typeof long !== "number" || long > short) return pass;
      return broken({
        message: `A prompt of 39 words counts ${long} tokens, one of 6 words ${short}.`,
        expected: `more than ${short}`,
        actual: String(long),
        pointer: "/usage/prompt_tokens",
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/conversation-counted",
    sentence: "A conversation counts the tokens of all its messages, the system message among them.",
    requirements: ["R8.3", "R2.5"],
    provenance: "upstream",
    exchanges: ["account/billed-call", "chat/limited"],
    after: ["account/billed-call", "chat/limited/status", "chat/usage-grows"],
    judge: (find) => {
      const [whole, last] = ["account/billed-call", "chat/limited"].map((id) =>
        valueAt(bodyOf(find(id)?.reply), "/usage/prompt_tokens"),
      );
      const least = Number(last) + 0.8 * systemWords;
      if (typeof whole !== "number" || typeof last !== "number" || whole >= least) return pass;
      return broken({
        message: `A conversation of four messages counts ${whole} tokens, and the last of them alone ${last}; the first has ${systemWords} words.`,
        expected: `at least ${least}`,
        actual: String(whole),
        pointer: "/usage/prompt_tokens",
      });
    },
  }),
  {
    ...ruleOn(plan("chat/limited"), {
      name: "status",
      sentence: `${plan("chat/limited").says} is answered with status 200`,
      requirements: ["R2.5", "R8.2"],
      provenance: "stated",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
    after: "chat/reply/status",
  },
  ruleOn(plan("chat/limited"), {
    name: "not-streamed",
    sentence: "a chat completion with stream false is no stream",
    requirements: ["R2.5", "R4.1"],
    provenance: "stated",
    after: "status",
    judge: ({ reply: answer }) => {
      if (answer === undefined || mediaTypeOf(answer) !== "text/event-stream") return pass;
      return broken({
        message: "A call with stream false is answered with an event stream.",
        expected: "application/json",
        actual: "text/event-stream",
      });
    },
  }),
  ruleOn(plan("chat/limited"), {
    name: "max-tokens",
    sentence: `a chat completion with max_tokens ${fewTokens} has no more tokens`,
    requirements: ["R2.5"],
    provenance: "upstream",
    after: "status",
    judge: (exchange) => judgeMostTokens(exchange, fewTokens, { dialect: "chat", countAt: "/usage/completion_tokens" }),
  }),
  ruleOn(plan("chat/limited"), {
    name: "counted",
    sentence: "a chat completion that max_tokens ended counts about as many tokens",
    requirements: ["R8.3", "R2.5"],
    provenance: "upstream",
    after: "max-tokens",
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      const count = valueAt(body, "/usage/completion_tokens");
      const isCut = valueAt(body, "/choices/0/finish_reason") === "length";
      if (!isCut || typeof count !== "number" || count >= fewTokens / 2) return pass;
      return broken({
        message: `max_tokens ${fewTokens} ended the reply, and its usage counts ${count} tokens.`,
        expected: String(fewTokens),
        actual: String(count),
        pointer: "/usage/completion_tokens",
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/limited/finish",
    sentence: "A chat completion that max_tokens ended has the finish reason length.",
    requirements: ["R2.5"],
    provenance: "upstream",
    exchanges: ["chat/limited", "chat/stream-usage"],
    takesMissing: true,
    after: "chat/limited/max-tokens",
    judge: (find) => {
      const [body, streamed] = [bodyOf(find("chat/limited")?.reply), find("chat/stream-usage")];
      const reason = valueAt(body, "/choices/0/finish_reason");
      const isFull = Number(valueAt(body, "/usage/completion_tokens")) >= fewTokens;
      if (!isFull || reason === "length" || typeof reason !== "string") return pass;
      // Where another text of the same question is said to be cut off, this one may have ended with its last token.
      const isOther = joinedText(streamed?.stream().events ?? [], "chat") !== plainText(body, "chat");
      if (isOther && finishIn(streamed) === "length") return pass;
      return broken({
        message: `The reply has all ${fewTokens} tokens, and the finish reason ${JSON.stringify(reason)}.`,
        expected: "length",
        actual: reason,
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
  ruleOn(reply, {
    name: "index",
    sentence: "the only choice of a chat completion has the index 0",
    requirements: ["R2.6"],
    provenance: "upstream",
    after,
    judge: ({ reply: answer }) => {
      const index = valueAt(bodyOf(answer), "/choices/0/index");
      if (index === 0) return pass;
      return broken({
        message: `The only choice has the index ${index}.`,
        expected: "0",
        actual: String(index),
        pointer: "/choices/0/index",
      });
    },
  }),
  ruleOn(reply, {
    name: "finish",
    sentence: "a chat completion that is shorter than max_tokens has not the finish reason length",
    requirements: ["R2.5"],
    provenance: "upstream",
    after,
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      const count = valueAt(body, "/usage/completion_tokens");
      const isShort = typeof count === "number" && count > 0 && count < shortAnswer / 2;
      if (!isShort || valueAt(body, "/choices/0/finish_reason") !== "length") return pass;
      return broken({
        message: `The reply has ${count} of ${shortAnswer} tokens, and the finish reason "length".`,
        expected: "stop",
        actual: "length",
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
  ruleOn(plan("chat/stop"), {
    name: "custom-parameters",
    sentence: "a chat completion with custom parameters is answered or refused, and breaks nothing",
    requirements: ["R1.9"],
    provenance: "stated",
    judge: (exchange) => {
      const status = exchange.reply?.status;
      return status !== undefined && status >= 400 && status < 500 && status !== 401
        ? pass
        : judgeStatus(exchange, 200);
    },
  }),
  {
    ...ruleOn(plan("chat/stop"), {
      name: "status",
      sentence: "a chat completion with a stop text is answered or refused, and breaks nothing",
      requirements: ["R2.5"],
      provenance: "observed",
      judge: (exchange) =>
        exchange.reply?.status === 400 || exchange.reply?.status === 422
          ? { outcome: "skip", reason: "The deployment takes no stop texts, or none beside custom parameters." }
          : judgeStatus(exchange, 200),
    }),
    after: ["chat/reply/status", "chat/stop/custom-parameters"],
  },
  ruleOn(plan("chat/stop"), {
    name: "stop",
    sentence: "a chat completion with a stop text does not contain it",
    requirements: ["R2.5"],
    provenance: "observed",
    after: "status",
    judge: ({ reply: answer }) => {
      const text = valueAt(bodyOf(answer), "/choices/0/message/content");
      if (typeof text !== "string" || !text.includes(stopText)) return pass;
      return broken({
        message: `The text has the stop text in it: ${JSON.stringify(text.slice(0, 80))}.`,
        expected: `no ${JSON.stringify(stopText)}`,
        pointer: "/choices/0/message/content",
      });
    },
  }),
  ruleOn(plan("chat/stop"), {
    name: "finish",
    sentence: "a chat completion that a stop text may have ended has a finish reason, and not length",
    requirements: ["R2.5"],
    provenance: "upstream",
    after: "stop",
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      const reason = valueAt(body, "/choices/0/finish_reason");
      const isShort = Number(valueAt(body, "/usage/completion_tokens")) < shortAnswer / 2;
      if (typeof reason === "string" && !(reason === "length" && isShort)) return pass;
      return broken({
        message: `The finish reason is ${JSON.stringify(reason)}, and max_tokens was not reached.`,
        expected: "stop",
        actual: String(reason),
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
];

/** A dated name and the short one of the same model begin alike. */
export function judgeModel(asked: unknown, said: unknown, list: Exchange | undefined): Verdict {
  const ids = recordsOf(bodyOf(list?.reply)).map((record) => valueAt(record, "/id"));
  if (typeof asked !== "string" || typeof said !== "string" || !ids.includes(said)) return pass;
  if (said.startsWith(asked) || asked.startsWith(said)) return pass;
  return broken({
    message: `The reply of ${asked} names ${said}, which is another model of the list.`,
    expected: asked,
    actual: said,
    pointer: "/model",
  });
}

/** The model that a call asks. */
export const askedOf = (chat: Exchange | undefined): unknown =>
  valueAt(JSON.parse(chat?.request.body ?? "null"), "/model");
