import { judgeRetryAfter } from "../../checks/refusal-rules.js";
import { judgeMediaType } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { areaOf, broken, pass, type Rule, type Verdict } from "../../rule.js";
import { headerOf, type WireReply } from "../../wire/wire.js";
import { rulesOnAllCalls } from "./all-calls.js";

/** Fewer refusals than these may be a bad moment. */
const leastRefused = 3;
const mostShare = 0.05;

const forTheMoment = [429, 502, 503, 504];

/** Statuses by which servers in front of a service refuse a request that is correct: it is too long, in one way or another. */
const tooLong = [413, 414, 431];

/** One answer to a call that had no reason to be refused for the moment: each attempt counts on its own. */
interface Attempt {
  exchange: Exchange;
  reply: WireReply;
}

const about = { requirements: ["R7.10"], provenance: "stated" } as const;

/** Refusals that nobody asked for: a run asks again, and what it met is judged all the same. */
export const serviceRefusalRules: Rule[] = rulesOnAllCalls(about, {
  "unasked-retry-after": {
    topic: "errors",
    sentence: "every 429 says in Retry-After how many seconds to wait, also an unexpected one",
    requirements: ["R7.9"],
    judge: (all) =>
      attemptsIn(all).some(({ reply }) => reply.status === 429)
        ? judgeEach(all, ({ exchange, reply }) => (reply.status === 429 ? judgeRetryAfter(exchange, reply) : pass))
        : { outcome: "skip", reason: "No request was refused for its rate." },
  },
  "unasked-json": {
    topic: "errors",
    sentence: "unexpected 413, 414, 429, 431, 502, 503 and 504 answers are JSON",
    requirements: ["R2.14", "R7.10"],
    judge: (all) => judgeEach(all, judgePage, (attempt) => isRefused(attempt) || isTooLong(attempt)),
  },
  "unasked-refusals": {
    topic: "errors",
    sentence: `at most ${mostShare * 100} % of the requests are refused with an unexpected 429, 502, 503 or 504`,
    requirements: ["R7.10", "R8.1"],
    // Others may use the key at the same time.
    provenance: "observed",
    judge: judgeShare,
  },
});

/** Without the calls that try out the limit, and those that are never answered otherwise: rules of their own judge them. */
function attemptsIn(all: Exchange[]): Attempt[] {
  return all
    .filter((exchange) => !exchange.plan.takesRefusal && !["limit", "burst"].includes(areaOf(exchange.plan.id)))
    .filter((exchange) => exchange.plan.isValid || !isRefusedForGood(exchange))
    .flatMap((exchange) =>
      (exchange.attempts ?? [exchange.reply]).flatMap((reply) => (reply ? [{ exchange, reply }] : [])),
    );
}

function isRefusedForGood({ attempts, reply }: Exchange): boolean {
  return (attempts ?? [reply]).every((each) => each !== undefined && forTheMoment.includes(each.status));
}

const isRefused = ({ reply }: Attempt) => forTheMoment.includes(reply.status);

const isTooLong = ({ exchange, reply }: Attempt) => exchange.plan.isValid && tooLong.includes(reply.status);

function judgeEach(all: Exchange[], judge: (attempt: Attempt) => Verdict, isMeant = isRefused): Verdict {
  const wrong = attemptsIn(all)
    .filter(isMeant)
    .flatMap((attempt) => {
      const verdict = judge(attempt);
      return verdict.outcome === "broken" ? [{ attempt, verdict }] : [];
    });
  const [first] = wrong;
  if (first === undefined) return pass;
  const { finding } = first.verdict;
  const more = wrong.length > 1 ? ` So it was ${wrong.length} times.` : "";
  return broken({ ...finding, message: `${finding.message}${more}`, exchange: asRefused(first.attempt) });
}

/** The call with the answer that is meant: the last one may be what was asked for. */
const asRefused = ({ exchange, reply }: Attempt): Exchange => ({ ...exchange, reply });

/** One refused stream may be an error page by what stands in front. */
function judgePage({ exchange, reply }: Attempt): Verdict {
  const verdict = judgeMediaType({ ...exchange, reply }, "application/json");
  if (verdict.outcome !== "broken") return verdict;
  const actual = headerOf(reply, "content-type") ?? "absent";
  const message = `${exchange.plan.says} was refused with ${reply.status}, and its Content-Type is ${actual}.`;
  return broken({ message, expected: "application/json", actual });
}

function judgeShare(all: Exchange[]): Verdict {
  const attempts = attemptsIn(all);
  const refused = attempts.filter(isRefused);
  const [first] = refused;
  if (first === undefined || refused.length < leastRefused || refused.length <= mostShare * attempts.length)
    return pass;
  const statuses = [...new Set(refused.map(({ reply }) => reply.status))].join(", ");
  const sent = all.reduce((sum, { attempts }) => sum + (attempts?.length ?? 1), 0);
  const others = sent - attempts.length;
  const counted =
    others === 0 ? "" : ` Not counted: ${others} requests that test limits or were never answered otherwise.`;
  return broken({
    message: `${refused.length} of ${attempts.length} requests that count were refused with ${statuses}, first ${first.exchange.plan.says}.${counted}`,
    expected: `at most ${mostShare * 100} %`,
    actual: `${Math.round((100 * refused.length) / attempts.length)} %`,
    exchange: asRefused(first),
    // The limit is for all that use the key.
    ...(refused.every(({ reply }) => reply.status === 429) && { provenance: "inferred" as const }),
  });
}
