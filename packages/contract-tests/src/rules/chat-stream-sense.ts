import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { fewTokens } from "../exchanges/chat.js";
import { joinedText, payloadOf, plainly, plainText } from "../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { judgeStatus } from "./judge-reply.js";
import { judgeBytes, judgeEvents, judgeFaults } from "./judge-stream.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { bodyOf, chatUsage, judgeNotHeldBack, judgeSamePrompt, judgeStreamedText, judgeUsageSum } from "./sense.js";

/** The rules on the first stream that have to hold before another is judged whole. */
export const wholeStreamRules = [
  "chat/stream/ends-with-done",
  "chat/stream/nothing-after-end",
  "chat/stream/identity",
  "chat/stream/schema",
];

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
  ruleOnExchanges({
    id: "chat/stream-usage/events",
    sentence: "The events of a long stream with its usage are those of the contract, in their order.",
    requirements: ["R4.1", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stream-usage"],
    after: wholeStreamRules,
    judge: (_find, [exchange]) => {
      if (exchange?.reply?.status === 400)
        return { outcome: "skip", reason: "The deployment takes no stream_options." };
      return exchange === undefined ? pass : judgeEveryEvent(exchange);
    },
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/text",
    sentence: "The text of a long stream is that of the plain reply.",
    requirements: ["R6.1", "R4.1"],
    provenance: "stated",
    exchanges: ["chat/stream-usage", "chat/limited", "chat/limited-again"],
    takesMissing: true,
    after: ["chat/limited/status", "chat/stream/text", "chat/stream-usage/events"],
    judge: (find) =>
      judgeStreamedText(
        { plain: find("chat/limited"), streamed: find("chat/stream-usage"), again: find("chat/limited-again") },
        "chat",
      ),
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/finish",
    sentence: "A stream that max_tokens ends has the finish reason of the plain reply.",
    requirements: ["R2.5", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stream-usage", "chat/limited"],
    after: ["chat/limited/finish", "chat/stream-usage/usage"],
    judge: (find) => judgeFinish(find("chat/stream-usage"), find("chat/limited")),
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/not-held-back",
    sentence: "A streamed chat completion comes as it is written.",
    requirements: ["R6.1"],
    provenance: "stated",
    exchanges: ["chat/stream-usage", "chat/stream"],
    takesMissing: true,
    judge: (find, [exchange]) => (exchange === undefined ? pass : judgeNotHeldBack(exchange, find("chat/stream"))),
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
    sentence: "A stream counts tokens as the plain call does.",
    requirements: ["R8.3"],
    provenance: "observed",
    exchanges: ["chat/stream-usage", "chat/limited"],
    after: ["chat/stream-usage/usage", "chat/limited/status"],
    judge: (find) =>
      judgeSameCounts({
        plain: find("chat/limited"),
        streamed: find("chat/stream-usage"),
        countAt: { plain: "/usage/prompt_tokens", streamed: "/usage/prompt_tokens" },
      }),
  }),
];

/** Judges the whole of a stream by one verdict, where rules of their own have judged another in parts. */
export function judgeEveryEvent(exchange: Exchange): Verdict {
  const status = judgeStatus(exchange, 200);
  if (status.outcome !== "pass") return status;
  const { errorData, byteFaults, faults } = exchange.stream();
  if (errorData !== undefined) return { outcome: "disturbed", reason: "The stream ended with an error." };
  if (byteFaults.length > 0) return judgeBytes(exchange);
  const kinds = [...new Set(faults.map(({ rule }) => rule))];
  return kinds.length > 0 ? judgeFaults(exchange, kinds, { isEnding: false }) : judgeEvents(exchange);
}

/** Where max_tokens ended both, they are of the same length, too. */
function judgeSameCounts({ plain, streamed, countAt }: Parameters<typeof judgeSamePrompt>[0]): Verdict {
  const isCut =
    finishIn(streamed) === "length" && valueAt(bodyOf(plain?.reply), "/choices/0/finish_reason") === "length";
  const verdict = judgeSamePrompt({ plain, streamed, countAt });
  if (verdict.outcome !== "pass" || !isCut) return verdict;
  const [expected, actual] = [bodyOf(plain?.reply), { usage: usageIn(streamed) }].map((body) =>
    valueAt(body, "/usage/completion_tokens"),
  );
  if (typeof expected !== "number" || typeof actual !== "number" || expected === actual) return pass;
  return broken({
    message: `Both replies were cut off by the same max_tokens, and count ${actual} tokens in the stream and ${expected} in the plain one.`,
    expected: String(expected),
    actual: String(actual),
    pointer: "/usage/completion_tokens",
  });
}

/** The last finish reason that a stream names. */
export function finishIn(streamed: Exchange | undefined): unknown {
  return (streamed?.stream().events ?? [])
    .map(({ data }) => valueAt(payloadOf(data), "/choices/0/finish_reason"))
    .findLast((reason) => typeof reason === "string");
}

/** Where both replies are as long as they may be and say the same, both were cut off: another text may end there. */
function judgeFinish(streamed: Exchange | undefined, plain: Exchange | undefined): Verdict {
  const expected = valueAt(bodyOf(plain?.reply), "/choices/0/finish_reason");
  const counts = [bodyOf(plain?.reply), { usage: usageIn(streamed) }].map((body) =>
    valueAt(body, "/usage/completion_tokens"),
  );
  const actual = finishIn(streamed);
  if (streamed?.reply?.status !== 200 || expected !== "length" || actual === "length") return pass;
  if (!counts.every((count) => Number(count) >= fewTokens)) return pass;
  if (plainly(joinedText(streamed.stream().events, "chat")) !== plainly(plainText(bodyOf(plain?.reply), "chat")))
    return pass;
  return broken({
    message: `The stream has all ${fewTokens} tokens, and the finish reason ${JSON.stringify(actual)}.`,
    expected: "length",
    actual: String(actual),
    pointer: "/choices/0/finish_reason",
  });
}

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
  const count = valueAt(usage, "/completion_tokens");
  if (!(Number(count) > fewTokens)) return judgeUsageSum(usage, chatUsage);
  return broken({
    message: `The stream counts ${count} tokens; it was to have ${fewTokens} at most.`,
    expected: `at most ${fewTokens}`,
    actual: String(count),
    pointer: "/usage/completion_tokens",
  });
}

function usageIn(exchange: Exchange | undefined): unknown {
  return (exchange?.stream().events ?? [])
    .map(({ data }) => valueAt(payloadOf(data), "/usage"))
    .findLast((usage) => usage !== undefined && usage !== null);
}
