import type { Topic } from "../../area.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import type { Exchange } from "../../exchange.js";
import { rateLimitIn } from "../../reading/rate-limit.js";
import type { Rule } from "../../rule.js";
import { blocked, inconclusive, type Judged, skip, story, verdictOf } from "../../story.js";
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

const limitMayBeOver = skip("The limit may have been over by then.");

/** The limit holds for all requests, whatever they ask. */
const { rule, tell, ...told } = story("limit", { requirements: ["R8.1", "R7.6"], provenance: "stated" });

const firstRules = refusalRules(refused, { reason: "rateLimit", isWanted: true });

tell(
  ...firstRules.map((each) =>
    each.id === refused.id ? { ...each, judge: ([exchange]: Exchange[]) => verdictOf(judgeRefused(exchange)) } : each,
  ),
);

const retryAfter = rule(
  "refused/retry-after",
  "a refusal over the limit says in Retry-After how many seconds to wait",
  { requirements: ["R7.9"], reads: [refused], after: refused.id },
  ({ reply }) => judgeRetryAfter(reply, longestSeconds),
);

for (const [call, what] of [
  [models, "the model list"],
  [response, "responses"],
] as const)
  rule(
    call.id,
    `a reached limit also applies to ${what}`,
    { reads: [call, chat], after: [chat.id, retryAfter] },
    judgeOther,
  );

// The caller may have given another key than was meant.
rule(
  "refused/low",
  "a key that is given for its low limit has one",
  { requirements: ["R8.1"], provenance: "inferred", reads: [refused] },
  judgeLow,
);

rule(
  "reads",
  "a limit that chat completions reach also applies to requests that read",
  { reads: [readAfterPosts, posts] },
  judgeOther,
);

// The minute may end between two calls: then the balance is answered again, too.
rule(
  "soon",
  "a reached limit also applies to the history",
  { reads: [soon, refused, still], takesMissing: true, after: ["account/alive", retryAfter] },
  (soon, refused, still) => {
    if (refused === undefined || soon === undefined) return blocked("The limit was not reached.");
    if (soon.reply?.status !== 200 || refused.reply?.status !== 429) return undefined;
    if (still?.reply?.status !== 429) return limitMayBeOver;
    const message = "The balance is refused over the limit, and the history is answered between two such refusals.";
    return { message, expected: 429, actual: 200 };
  },
);

// The same on every other interface: each may be another program's.
for (const call of [models, chat, message, response])
  rule(
    `${call.id}/retry-after`,
    `the refusal of ${call.says} says in Retry-After how many seconds to wait`,
    { requirements: ["R7.9", "R7.6"], reads: [call], after: [call.id, retryAfter] },
    ({ reply }) => reply?.status === 429 && judgeRetryAfter(reply),
  );

rule(
  "falls",
  "Retry-After falls as time passes",
  { requirements: ["R7.9"], provenance: "inferred", reads: [soon, refused], after: retryAfter },
  (soon, refused) => {
    if (soon.reply?.status !== 429) return skip("A second later there was no limit any more.");
    const [before = 0, later = 0] = [refused, soon].map(({ reply }) => secondsIn(reply));
    const message = `Retry-After was ${before}, and a second later ${later}.`;
    return later >= before && before > 1 && { message, expected: `less than ${before}`, actual: later };
  },
);

tell(
  ...[chat, message].flatMap((call) =>
    refusalRules(call, { reason: "rateLimit", isWanted: true })
      .map((each) => (each.id === chat.id ? whileItHolds(each) : each))
      .map(afterTheFirst),
  ),
);

rule(
  "after",
  "after the time that Retry-After names, a request is answered",
  { requirements: ["R7.9", "R8.1"], reads: [after], after: retryAfter },
  ({ reply }) => {
    const message = `A request after the named time was answered with ${reply?.status}.`;
    return reply?.status !== 200 && { message, expected: 200, actual: reply?.status };
  },
);

export const limitRefusalsTopic: Topic = told;

function judgeRefused(exchange: Exchange | undefined): Judged {
  const { reply } = exchange ?? {};
  if (reply === undefined) return inconclusive("No answer came.");
  if (reply.status === 429) return undefined;
  const { status } = reply;
  if (status !== 200)
    return { message: `Over the limit, the answer is ${status}; expected 429.`, expected: 429, actual: status };
  const limit = Number(headerOf(reply, "x-ratelimit-limit-requests") ?? 0);
  const needs = `a key of at most ${lowLimitCalls} requests a minute`;
  if (limit > lowLimitCalls) return skip(`The limit of this key is ${limit}.`, needs);
  const count = 1 + (exchange?.earlier.length ?? 0);
  if (count < (limit || lowLimitCalls))
    return skip(`The run has no calls left for more than ${count} with this key.`, "--only limit");
  const message = `None of ${count} requests in a row with the key of a low limit was refused.`;
  return { message, expected: 429, actual: 200 };
}

/** A key with the limit of every key has none of its own, or the service does not know of it. */
function judgeLow({ reply, earlier }: Exchange): Judged {
  const limit = rateLimitIn(reply)?.limit ?? 0;
  if (reply?.status !== 200 || limit <= lowLimitCalls) return undefined;
  const message = `The limit of the key is ${limit} by its headers, and ${earlier.length + 1} requests in a row were answered.`;
  if (limit < statedLimit) return inconclusive(`${message} A run makes no more of them.`);
  const expected = `at most ${lowLimitCalls} requests a minute, as the caller says of this key`;
  return { message, expected, actual: limit };
}

/** Whole seconds, and no more than this. */
function judgeRetryAfter(reply: WireReply | undefined, mostSeconds = Number.POSITIVE_INFINITY): Judged {
  const actual = (reply && headerOf(reply, "retry-after")) ?? "absent";
  const message = `Retry-After is ${actual}; expected whole seconds, for a limit of requests a minute.`;
  const expected = Number.isFinite(mostSeconds) ? `seconds to wait, at most ${mostSeconds}` : "whole seconds";
  return !(/^\d+$/.test(actual) && Number(actual) <= mostSeconds) && { message, expected, actual };
}

/** True where the time that a refusal named is not over when another call ends. */
function holdsFor(refusal: Exchange, call: Exchange): boolean {
  const endOf = ({ beganAt, tookMs }: Exchange) => beganAt + tookMs;
  return endOf(call) <= endOf(refusal) + (secondsIn(refusal.reply) - 1) * 1000;
}

/** Judges that a call is refused as long as a chat completion was. */
export function judgeOther(call: Exchange, chat: Exchange): Judged {
  const status = call.reply?.status;
  if (status === undefined || status === 429) return undefined;
  if (status === 200 && !holdsFor(chat, call)) return limitMayBeOver;
  const message = `A chat completion is refused for ${secondsIn(chat.reply)} s, and right after it ${call.plan.says} is answered with ${status}.`;
  return { message, expected: 429, actual: status };
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
