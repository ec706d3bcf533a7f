import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { stopText } from "../exchanges/chat.js";
import { lastChatExchanges } from "../exchanges/chat-last.js";
import { joinedText } from "../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { judgeEveryEvent, wholeStreamRules } from "./chat-stream-sense.js";
import { judgeStatus } from "./judge-reply.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import { bodyOf, judgeMostTokens } from "./sense.js";

const plan = planned(lastChatExchanges);

/** Valid chat completions that differ in one thing from those that a run makes in any case. */
export const otherChatRules: Rule[] = [
  {
    ...ruleOn(plan("chat/other-model"), {
      name: "status",
      sentence: "a chat completion of another model of the list is answered with status 200",
      requirements: ["R1.3", "R4.2"],
      // What is listed may be more than what the key may call.
      provenance: "observed",
      judge: (exchange) =>
        exchange.reply?.status === 403
          ? { outcome: "skip", reason: "The key may not call another model of the list." }
          : judgeStatus(exchange, 200),
    }),
    after: "chat/reply/status",
  },
  ruleOnExchanges({
    id: "chat/other-model/model",
    sentence: "A chat completion of another model does not name the first one.",
    requirements: ["R2.5", "R1.3"],
    // A bot that passes calls on may name the model that it chose.
    provenance: "inferred",
    exchanges: ["chat/other-model", "chat/reply"],
    after: ["chat/other-model/status", "chat/reply/model"],
    judge: judgeOtherModel,
  }),
  ruleOnExchanges({
    id: "chat/stop-stream/events",
    sentence: "The events of a stream with stop texts are those of the contract, in their order.",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stop-stream"],
    after: ["chat/stop/stop", ...wholeStreamRules],
    judge: (_find, [exchange]) => {
      if (exchange?.reply?.status === 400)
        return { outcome: "skip", reason: "The deployment takes no list of stop texts, or none in streams." };
      return exchange === undefined ? pass : judgeEveryEvent(exchange);
    },
  }),
  ruleOnExchanges({
    id: "chat/stop-stream/stop",
    sentence: "Where a plain chat completion ends before its stop text, a streamed one ends before each of several.",
    requirements: ["R2.5", "R6.1"],
    provenance: "observed",
    exchanges: ["chat/stop-stream"],
    after: "chat/stop-stream/events",
    judge: (_find, [exchange]) => (exchange === undefined ? pass : judgeStop(exchange)),
  }),
  {
    ...ruleOn(plan("chat/one-token"), {
      name: "status",
      sentence: "a chat completion with max_tokens 1 is answered with status 200",
      requirements: ["R2.5"],
      // An upstream may have a least of its own.
      provenance: "observed",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
    after: "chat/limited/status",
  },
  {
    ...ruleOn(plan("chat/one-token"), {
      name: "one",
      sentence: "a chat completion with max_tokens 1 has no more tokens",
      requirements: ["R2.5"],
      provenance: "upstream",
      judge: (exchange) => judgeMostTokens(exchange, 1, { dialect: "chat", countAt: "/usage/completion_tokens" }),
    }),
    after: ["chat/one-token/status", "chat/limited/max-tokens"],
  },
];

function judgeOtherModel(find: Find): Verdict {
  const [other, first] = [find("chat/other-model"), find("chat/reply")];
  const asked = valueAt(JSON.parse(first?.request.body ?? "null"), "/model");
  const [actual, before] = [other, first].map((each) => valueAt(bodyOf(each?.reply), "/model"));
  if (actual !== asked || before !== asked) return pass;
  const expected = String(valueAt(JSON.parse(other?.request.body ?? "null"), "/model"));
  const message = `The reply of ${expected} names ${String(actual)}, which another call had.`;
  return broken({ message, expected, actual: String(actual), pointer: "/model" });
}

function judgeStop(exchange: Exchange): Verdict {
  const text = joinedText(exchange.stream().events, "chat");
  if (!text.includes(stopText)) return pass;
  return broken({
    message: `The text of the stream has the stop text in it: ${JSON.stringify(text.slice(0, 80))}.`,
    expected: `no ${JSON.stringify(stopText)}`,
    pointer: "/choices/0/delta/content",
    // A deployment may take one stop text, and no list of them.
    provenance: "inferred",
  });
}
