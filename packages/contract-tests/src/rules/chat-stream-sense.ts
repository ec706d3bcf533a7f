import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { chatExchanges } from "../exchanges/chat.js";
import { payloadOf } from "../joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { judgeStatus } from "./judge-reply.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import { chatUsage, judgeNotHeldBack, judgeSamePrompt, judgeStreamedText, judgeUsageSum } from "./sense.js";

const plan = planned(chatExchanges);

/** What a streamed chat completion says, against the plain one. */
export const chatStreamSenseRules: Rule[] = [
  ruleOnExchanges({
    id: "chat/streams-end",
    sentence: "Where the plain call is answered, not every stream ends with an error.",
    requirements: ["R6.1"],
    provenance: "stated",
    // An error in the middle is allowed (R6.2), and two in a row may be a bad moment.
    level: "should",
    exchanges: ["chat/stream", "chat/stream-usage", "chat/reply"],
    after: ["chat/reply/status", "chat/stream/json"],
    judge: (find) => {
      const errors = ["chat/stream", "chat/stream-usage"].map((id) => find(id)?.stream().errorData);
      if (errors.some((error) => error === undefined)) return pass;
      return broken({
        message: "Both streams ended with an error, and the plain call did not.",
        actual: errors[0] ?? "",
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/stream/text",
    sentence: "The text of a stream is that of the plain reply.",
    requirements: ["R6.1", "R4.1"],
    provenance: "stated",
    exchanges: ["chat/stream", "chat/reply", "chat/again"],
    takesMissing: true,
    after: ["chat/reply/text", "chat/stream/nothing-after-end", "chat/stream/identity"],
    judge: (find) =>
      judgeStreamedText(
        { plain: find("chat/reply"), streamed: find("chat/stream"), again: find("chat/again") },
        "chat",
      ),
  }),
  ruleOn(plan("chat/stream"), {
    name: "not-held-back",
    sentence: "a streamed chat completion comes as it is written",
    requirements: ["R6.1"],
    provenance: "stated",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange, exchange.stream().events.length),
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/usage",
    sentence: "A stream that is asked for its usage tells it, and it adds up.",
    requirements: ["R8.3"],
    provenance: "observed",
    exchanges: ["chat/stream-usage"],
    after: "chat/stream/ends-with-done",
    judge: (_find, [exchange]) => (exchange === undefined ? pass : judgeStreamUsage(exchange)),
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/as-plain",
    sentence: "A stream counts the prompt as the plain call does.",
    requirements: ["R8.3"],
    provenance: "observed",
    exchanges: ["chat/stream-usage", "chat/reply"],
    after: ["chat/stream-usage/usage", "chat/reply/usage-counted"],
    judge: (find) =>
      judgeSamePrompt({
        plain: find("chat/reply"),
        streamed: find("chat/stream-usage"),
        countAt: { plain: "/usage/prompt_tokens", streamed: "/usage/prompt_tokens" },
      }),
  }),
];

function judgeStreamUsage(exchange: Exchange): Verdict {
  const status = exchange.reply?.status;
  if (status === 400) return { outcome: "skip", reason: "The deployment takes no stream_options." };
  const verdict = judgeStatus(exchange, 200);
  if (verdict.outcome !== "pass") return verdict;
  const usage = usageIn(exchange);
  if (usage === undefined)
    return broken({
      message: "No event of the stream has a usage, which it was asked for.",
      expected: "a usage",
      pointer: "/usage",
    });
  return judgeUsageSum(usage, chatUsage);
}

function usageIn(exchange: Exchange | undefined): unknown {
  return (exchange?.stream().events ?? [])
    .map(({ data }) => valueAt(payloadOf(data), "/usage"))
    .findLast((usage) => usage !== undefined && usage !== null);
}
