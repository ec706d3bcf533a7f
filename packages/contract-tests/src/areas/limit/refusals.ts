import { rule } from "../../checks/define-rule.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import type { Exchange } from "../../exchange.js";
import { rateLimitIn } from "../../reading/rate-limit.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { headerOf, type WireReply } from "../../wire/wire.js";
import { statedLimit } from "./burst.js";
import {
  after,
  chat,
  lowLimitCalls,
  message,
  models,
  posts,
  readAfterPosts,
  refused,
  response,
  secondsIn,
  soon,
  still,
} from "./calls.js";

/** The limit is one of requests a minute: after two, no wait can be left. */
const longestSeconds = 120;

const limitMayBeOver: Verdict = { outcome: "skip", reason: "The limit may have been over by then." };

const firstRules = refusalRules(refused, { reason: "rateLimit", isWanted: true }).map((each) =>
  each.id === refused.id ? { ...each, judge: ([exchange]: Exchange[]) => judgeRefused(exchange) } : each,
);

const retryAfter = rule(refused, "retry-after", {
  sentence: "a refusal over the limit says in Retry-After how many seconds to wait",
  requirements: ["R7.9"],
  provenance: "stated",
  after: refused.id,
  judge: ({ reply }) => judgeRetryAfter(reply, longestSeconds),
});

/** The same on every other interface: each may be another program's. */
const otherRetryAfters = [models, chat, message, response].map((call) =>
  rule(call, "retry-after", {
    sentence: `the refusal of ${call.says} says in Retry-After how many seconds to wait`,
    requirements: ["R7.9", "R7.6"],
    provenance: "stated",
    after: [call.id, retryAfter],
    judge: ({ reply }) => (reply?.status === 429 ? judgeRetryAfter(reply) : pass),
  }),
);

/** Rules on what a refusal over the limit says. */
export const limitRefusalRules: Rule[] = [
  ...firstRules,
  retryAfter,
  ...[models, response].map((call) =>
    rule(call, "", {
      sentence: `a reached limit also applies to ${call === models ? "the model list" : "responses"}`,
      requirements: ["R8.1", "R7.6"],
      provenance: "stated",
      reads: { call, chat },
      after: [chat.id, retryAfter],
      judge: judgeOther,
    }),
  ),
  rule(refused, "low", {
    sentence: "a key that is given for its low limit has one",
    requirements: ["R8.1"],
    // The caller may have given another key than was meant.
    provenance: "inferred",
    judge: judgeLow,
  }),
  rule(readAfterPosts, "", {
    sentence: "a limit that chat completions reach also applies to requests that read",
    requirements: ["R8.1", "R7.6"],
    provenance: "stated",
    reads: { call: readAfterPosts, chat: posts },
    judge: judgeOther,
  }),
  rule(soon, "", {
    sentence: "a reached limit also applies to the history",
    requirements: ["R8.1", "R7.6"],
    provenance: "stated",
    reads: { soon, refused, still },
    takesMissing: true,
    after: ["account/alive", retryAfter],
    judge: judgeHistory,
  }),
  ...otherRetryAfters,
  rule("limit", "falls", {
    sentence: "Retry-After falls as time passes",
    requirements: ["R7.9"],
    provenance: "inferred",
    reads: { soon, refused },
    after: retryAfter,
    judge: judgeFalls,
  }),
  ...refusalRules(chat, { reason: "rateLimit", isWanted: true })
    .map((each) => (each.id === chat.id ? whileItHolds(each) : each))
    .map(afterTheFirst),
  ...refusalRules(message, { reason: "rateLimit", isWanted: true }).map(afterTheFirst),
  rule(after, "", {
    sentence: "after the time that Retry-After names, a request is answered",
    requirements: ["R7.9", "R8.1"],
    provenance: "stated",
    after: retryAfter,
    judge: ({ reply }) => {
      const message = `A request after the named time was answered with ${reply?.status}.`;
      return passIf(reply?.status === 200, { message, expected: 200, actual: reply?.status });
    },
  }),
];

function judgeRefused(exchange: Exchange | undefined): Verdict {
  const { reply } = exchange ?? {};
  if (reply === undefined) return { outcome: "inconclusive", reason: "No answer came." };
  if (reply.status === 429) return pass;
  const { status } = reply;
  if (status !== 200)
    return broken({ message: `Over the limit, the answer is ${status}; expected 429.`, expected: 429, actual: status });
  const limit = Number(headerOf(reply, "x-ratelimit-limit-requests") ?? 0);
  const needs = `a key of at most ${lowLimitCalls} requests a minute`;
  if (limit > lowLimitCalls) return { outcome: "skip", reason: `The limit of this key is ${limit}.`, needs };
  const count = 1 + (exchange?.earlier.length ?? 0);
  if (count < (limit || lowLimitCalls)) {
    const reason = `The run has no calls left for more than ${count} with this key.`;
    return { outcome: "skip", reason, needs: "--only limit" };
  }
  const message = `None of ${count} requests in a row with the key of a low limit was refused.`;
  return broken({ message, expected: 429, actual: 200 });
}

/** A key with the limit of every key has none of its own, or the service does not know of it. */
function judgeLow({ reply, earlier }: Exchange): Verdict {
  const limit = rateLimitIn(reply)?.limit ?? 0;
  if (reply?.status !== 200 || limit <= lowLimitCalls) return pass;
  const message = `The limit of the key is ${limit} by its headers, and ${earlier.length + 1} requests in a row were answered.`;
  if (limit < statedLimit) return { outcome: "inconclusive", reason: `${message} A run makes no more of them.` };
  const expected = `at most ${lowLimitCalls} requests a minute, as the caller says of this key`;
  return broken({ message, expected, actual: limit });
}

/** Whole seconds, and no more than this. */
function judgeRetryAfter(reply: WireReply | undefined, mostSeconds = Number.POSITIVE_INFINITY): Verdict {
  const actual = (reply && headerOf(reply, "retry-after")) ?? "absent";
  const message = `Retry-After is ${actual}; expected whole seconds, for a limit of requests a minute.`;
  const expected = Number.isFinite(mostSeconds) ? `seconds to wait, at most ${mostSeconds}` : "whole seconds";
  return passIf(/^\d+$/.test(actual) && Number(actual) <= mostSeconds, { message, expected, actual });
}

/** True where the time that a refusal named is not over when another call ends. */
function holdsFor(refusal: Exchange, call: Exchange): boolean {
  const endOf = ({ beganAt, tookMs }: Exchange) => beganAt + tookMs;
  return endOf(call) <= endOf(refusal) + (secondsIn(refusal.reply) - 1) * 1000;
}

/** Judges that a call is refused as long as a chat completion was. */
export function judgeOther({ call, chat }: Record<"call" | "chat", Exchange>): Verdict {
  const status = call.reply?.status;
  if (status === undefined || status === 429) return pass;
  if (status === 200 && !holdsFor(chat, call)) return limitMayBeOver;
  const message = `A chat completion is refused for ${secondsIn(chat.reply)} s, and ${call.plan.says} right after it is answered with ${status}.`;
  return broken({ message, expected: 429, actual: status });
}

/** The minute may end between two calls: then the balance is answered again, too. */
function judgeHistory({ soon, refused, still }: Record<"soon" | "refused" | "still", Exchange | undefined>): Verdict {
  if (refused === undefined || soon === undefined) return { outcome: "blocked", reason: "The limit was not reached." };
  if (soon.reply?.status !== 200 || refused.reply?.status !== 429) return pass;
  if (still?.reply?.status !== 429) return limitMayBeOver;
  const message = "The balance is refused over the limit, and the history is answered between two such refusals.";
  return broken({ message, expected: 429, actual: 200 });
}

function judgeFalls({ refused, soon }: Record<"refused" | "soon", Exchange>): Verdict {
  if (soon.reply?.status !== 429) return { outcome: "skip", reason: "A second later there was no limit any more." };
  const [before = 0, later = 0] = [refused, soon].map(({ reply }) => secondsIn(reply));
  const message = `Retry-After was ${before}, and a second later ${later}.`;
  const isFalling = later < before || before === 0 || before === 1;
  return passIf(isFalling, { message, expected: `less than ${before}`, actual: later });
}

/** The minute may end between two calls: an answer is wrong only where the refusal before says that it can't have. */
function whileItHolds(given: Rule): Rule {
  return {
    ...given,
    exchanges: [chat.id, soon.id],
    judge: (exchanges) => {
      const [late, before] = exchanges;
      const isNamed = before !== undefined && Number.isFinite(secondsIn(before.reply));
      const isOver = late?.reply?.status === 200 && isNamed && !holdsFor(before, late);
      return isOver ? limitMayBeOver : given.judge(exchanges);
    },
  };
}

/** Only the first refusal is judged on its own: what is wrong with all of them is one fault. A header that a rule of its own is about is one, too. */
function afterTheFirst(given: Rule): Rule {
  const [area, call, name] = given.id.split("/");
  const like = firstRules.find(({ id }) => id === (name === undefined ? refused.id : `${refused.id}/${name}`));
  const own = name === "headers" ? [`${area}/${call}/retry-after`] : [];
  return { ...given, after: [...[given.after ?? []].flat(), ...(like === undefined ? [] : [like.id]), ...own] };
}
