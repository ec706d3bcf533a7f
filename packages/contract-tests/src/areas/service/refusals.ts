import type { Topic } from "../../area.js";
import { judgeRetryAfter } from "../../checks/refusal-rules.js";
import { judgeMediaType } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { areaOf } from "../../rule.js";
import { type Judged, skip, story, verdictOf } from "../../story.js";
import { headerOf, type WireReply } from "../../wire/wire.js";

const told = story("service", { requirements: ["R7.10"], provenance: "stated" });
const { all } = told;

/** Refusals that nobody asked for: a run asks again, and what it met is judged all the same. */
export const refusalsTopic: Topic = told;

/** Fewer refusals than these may be a bad moment. */
const leastRefused = 3;
const mostShare = 0.05;

const forTheMoment = [429, 502, 503, 504];

/** Statuses by which servers in front of a service refuse a request that is correct: it is too long, in one way or another. */
const tooLong = [413, 414, 431];

/** One answer to a call that had no reason to be refused for the moment: each attempt counts on its own. */
interface Attempt {
  /** With the answer that is meant: the last one may be what was asked for. */
  exchange: Exchange;
  reply: WireReply;
}

all(
  "unasked-retry-after",
  "every 429 says in Retry-After how many seconds to wait, also an unexpected one",
  { topic: "errors", requirements: ["R7.9"] },
  (all) => {
    const limited = attemptsIn(all).filter(({ reply }) => reply.status === 429);
    return limited.length === 0
      ? skip("No request was refused for its rate.")
      : firstBroken(limited, ({ exchange, reply }) => judgeRetryAfter(exchange, reply));
  },
);

// One refused stream may be an error page by what stands in front.
all(
  "unasked-json",
  "unexpected 413, 414, 429, 431, 502, 503 and 504 answers are JSON",
  { topic: "errors", requirements: ["R2.14", "R7.10"] },
  (all) =>
    firstBroken(
      attemptsIn(all).filter(
        ({ exchange, reply: { status } }) =>
          forTheMoment.includes(status) || (exchange.plan.isValid && tooLong.includes(status)),
      ),
      ({ exchange, reply }) => {
        const verdict = judgeMediaType(exchange, "application/json");
        const actual = headerOf(reply, "content-type") ?? "absent";
        const message = `${exchange.plan.says} was refused with ${reply.status}, and its Content-Type is ${actual}.`;
        return verdict.outcome === "broken" ? { message, expected: "application/json", actual } : verdict;
      },
    ),
);

all(
  "unasked-refusals",
  `at most ${mostShare * 100} % of the requests are refused with an unexpected 429, 502, 503 or 504`,
  // Others may use the key at the same time.
  { topic: "errors", requirements: ["R7.10", "R8.1"], provenance: "observed" },
  (all) => {
    const attempts = attemptsIn(all);
    const refused = attempts.filter(({ reply }) => forTheMoment.includes(reply.status));
    const [first] = refused;
    if (first === undefined || refused.length < leastRefused || refused.length <= mostShare * attempts.length)
      return undefined;
    const statuses = [...new Set(refused.map(({ reply }) => reply.status))].join(", ");
    const others = all.reduce((sum, { attempts }) => sum + (attempts?.length ?? 1), 0) - attempts.length;
    const counted =
      others === 0 ? "" : ` Not counted: ${others} requests that test limits or were never answered otherwise.`;
    return {
      message: `${refused.length} of ${attempts.length} requests that count were refused with ${statuses}, first ${first.exchange.plan.says}.${counted}`,
      expected: `at most ${mostShare * 100} %`,
      actual: `${Math.round((100 * refused.length) / attempts.length)} %`,
      exchange: first.exchange,
      // The limit is for all that use the key.
      ...(refused.every(({ reply }) => reply.status === 429) && { provenance: "inferred" }),
    };
  },
);

/** Without the calls that try out the limit, and those that are never answered otherwise: rules of their own judge them. */
function attemptsIn(all: Exchange[]): Attempt[] {
  const isRefusedForGood = ({ attempts, reply }: Exchange) =>
    (attempts ?? [reply]).every((each) => each !== undefined && forTheMoment.includes(each.status));
  return all
    .filter(({ plan }) => !plan.takesRefusal && !["limit", "burst"].includes(areaOf(plan.id)))
    .filter((exchange) => exchange.plan.isValid || !isRefusedForGood(exchange))
    .flatMap((exchange) =>
      (exchange.attempts ?? [exchange.reply]).flatMap((reply) =>
        reply ? [{ exchange: { ...exchange, reply }, reply }] : [],
      ),
    );
}

function firstBroken(attempts: Attempt[], judge: (attempt: Attempt) => Judged): Judged {
  const wrong = attempts.flatMap((attempt) => {
    const verdict = verdictOf(judge(attempt));
    return verdict.outcome === "broken" ? [{ ...verdict.finding, exchange: attempt.exchange }] : [];
  });
  const [first] = wrong;
  const more = wrong.length > 1 ? ` So it was ${wrong.length} times.` : "";
  return first && { ...first, message: `${first.message}${more}` };
}
