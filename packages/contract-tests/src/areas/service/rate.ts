import type { Exchange } from "../../exchange.js";
import { type RateLimit, rateLimitIn } from "../../reading/rate-limit.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { headerOf, textOf } from "../../wire/wire.js";
import { statedLimit } from "../limit/burst.js";
import { rulesOnAllCalls, withOwnKey } from "./all-calls.js";
import { judgeSharedLimit } from "./shared-limit.js";

/** Enough requests that none of them has been forgotten again when the last one is made. */
const fewRequests = 20;

/** So many requests are not made by others between two calls. */
const manyLeft = 50;

/** So many more requests than a window lets go of while they are made leave fewer behind. */
const leastInARow = 10;

const expected = `${statedLimit} requests a minute`;

/** Rules on what all calls of the run say of the rate limit. */
export const serviceRateRules: Rule[] = rulesOnAllCalls(
  { requirements: ["R8.1"], provenance: "observed" },
  {
    "limit-not-early": {
      topic: "docs",
      sentence: `a key is not refused for its rate before it has made ${statedLimit} requests in a minute`,
      provenance: "stated",
      // Others may use the key at the same time.
      level: "should",
      judge: judgeEarly,
    },
    "concurrent-calls": {
      sentence: "a call is not refused because another one is being answered",
      requirements: ["R4.1", "R8.1"],
      provenance: "inferred",
      level: "should",
      after: ["chat/reply/status", "service/limit-not-early"],
      judge: judgeConcurrent,
    },
    "limit-told": {
      sentence: `if headers show the limit of a key, it is at least ${statedLimit} requests`,
      provenance: "inferred",
      level: "should",
      judge: (all) => {
        const limitOf = ({ reply }: Exchange) => rateLimitIn(reply)?.limit ?? statedLimit;
        const exchange = withOwnKey(all).find((each) => limitOf(each) < statedLimit);
        if (exchange === undefined) return pass;
        const actual = limitOf(exchange);
        const message = `By the headers of the answer to ${exchange.plan.says}, the key may make ${actual} requests.`;
        return broken({ message, expected, actual, exchange });
      },
    },
    "refused-with-some-left": {
      topic: "errors",
      sentence: "no call is refused for its rate while headers show that requests remain",
      requirements: ["R8.1"],
      // What remains may be the account's, and the limit of the moment another.
      provenance: "inferred",
      judge: judgeSomeLeft,
    },
    "counted-once": {
      sentence: "if headers show how many requests remain, each request counts as one",
      judge: (all) => judgeCounted(toldIn(withOwnKey(all))),
    },
    "limit-shared": {
      sentence: "if headers show how many requests remain, the requests of all endpoints count towards one limit",
      judge: judgeSharedLimit,
    },
    "rate-headers": {
      topic: "docs",
      sentence: "if headers show the rate limit, no more requests remain than it allows",
      find: (exchange) =>
        toldIn([exchange]).some(({ limit, remaining }) => remaining > limit) && {
          message: `After ${exchange.plan.says}, more requests remain than the limit allows.`,
        },
    },
    "remaining-falls": {
      topic: "docs",
      sentence: "if headers show how many requests remain, the number falls with each request",
      judge: (all) => judgeRemaining(toldIn(withOwnKey(all))),
    },
    "request-ids": {
      topic: "docs",
      sentence: "if answers have an id in x-request-id, each has its own",
      requirements: ["R7.1"],
      provenance: "inferred",
      judge: judgeIds,
    },
  },
);

function judgeEarly(all: Exchange[]): Verdict {
  const early = withOwnKey(all).filter(({ reply }) => reply?.status === 429);
  const [first] = early;
  if (first === undefined) return pass;
  const count = all.reduce((sum, { earlier }) => sum + 1 + earlier.length, 0);
  const message = `${early.length} of about ${count} calls were refused for their rate, the first of them ${first.plan.says}. A key may make ${expected}, unless others use it at the same time.`;
  return broken({ message, expected, actual: 429, exchange: first });
}

function judgeConcurrent(all: Exchange[]): Verdict {
  const refused = all.filter(isRefusedFirst);
  const besides = all.flatMap(({ plan }) => (plan.besides === undefined ? [] : [plan.id, plan.besides]));
  const [first] = refused;
  // Where others are refused for the moment, too, it is the deployment's bad day, or its limit.
  if (first === undefined || !refused.every(({ plan }) => besides.includes(plan.id))) return pass;
  const status = first.attempts?.[0]?.status;
  const message = `Two calls were sent at the same time, and ${first.plan.says} was refused with ${status}.`;
  return broken({ message, expected: 200, actual: status, exchange: first });
}

function judgeIds(all: Exchange[]): Verdict {
  const seen = new Map<string, string>();
  for (const exchange of all) {
    const id = exchange.reply && headerOf(exchange.reply, "x-request-id");
    if (exchange.reply === undefined || id === undefined) continue;
    const text = textOf(exchange.reply);
    const isAgain = text !== "" && seen.get(id) === text;
    const cause = isAgain ? " and the same body: a cache gives answers again. Keep it away from these paths." : ".";
    if (seen.has(id))
      return broken({ message: `Two answers have the x-request-id ${id}${cause}`, actual: id, exchange });
    seen.set(id, text);
  }
  return pass;
}

/** Limits that a run tries out on purpose aside. */
const isRefusedFirst = ({ attempts = [], plan }: Exchange) =>
  plan.takesRefusal === undefined && [429, 503].includes(attempts[0]?.status ?? 0);

/** The rate limit as an answer tells it, and the time of its call. */
type Told = RateLimit & { beganAt: number };

function toldIn(exchanges: Exchange[]): Told[] {
  return exchanges.flatMap(({ reply, beganAt }) => {
    const told = rateLimitIn(reply);
    return told === undefined ? [] : [{ ...told, beganAt }];
  });
}

/** A window slides, and lets go of earlier requests as it does: what is let go in the time that the calls took is no fault. */
function judgeRemaining(told: Told[]): Verdict {
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined || told.length < fewRequests) return pass;
  const letGo = (first.limit * (last.beganAt - first.beganAt)) / 60_000;
  // At most what the window has let go of comes back, however much later an answer is.
  const hasRisen = last.limit === first.limit && last.remaining - first.remaining > letGo + fewRequests / 2;
  const isConstant = told.every(({ remaining }) => remaining === first.remaining) && mostInARow(told) >= leastInARow;
  const message = `After ${told.length} requests there are ${last.remaining} left, and after the first of them there were ${first.remaining}.`;
  return passIf(!hasRisen && !isConstant, {
    message,
    expected: `less than ${first.remaining}`,
    actual: last.remaining,
  });
}

/**
 * An answer tells how many remain after it, so that the next request may be made. What others use of the key meanwhile is in
 * that figure, unless they make as many requests at once.
 */
function judgeSomeLeft(all: Exchange[]): Verdict {
  let left: number | undefined;
  for (const exchange of withOwnKey(all)) {
    for (const reply of exchange.attempts ?? []) {
      const message = `${exchange.plan.says} was refused with 429, and by the answer before it ${left} requests remained.`;
      if (reply.status === 429 && (left ?? 0) > manyLeft)
        return broken({ message, expected: "an answer", actual: 429, exchange });
      left = rateLimitIn(reply)?.remaining ?? left;
    }
  }
  return pass;
}

/** Judges by what most pairs of answers say: others use the key now and then, and a window lets go of requests. */
function judgeCounted(told: Told[]): Verdict {
  const falls = told.slice(1).map(({ remaining }, at) => (told[at]?.remaining ?? 0) - remaining);
  const fallen = falls.filter((fall) => fall > 0);
  const [usual = 1] = fallen.toSorted((one, other) => one - other).slice(Math.floor(fallen.length / 10));
  const isSteady = fallen.filter((fall) => fall === usual).length >= (2 / 3) * fallen.length;
  const message = `Of ${told.length} requests one after the other, nearly each one takes ${usual} from those that remain.`;
  return passIf(fallen.length < fewRequests || usual <= 1 || !isSteady, { message, expected: 1, actual: usual });
}

/** The most requests in a row beyond those that the window may have let go of meanwhile. */
function mostInARow(told: Told[]): number {
  let most = 0;
  let row = 0;
  for (const [at, { limit, beganAt }] of told.entries()) {
    const letGo = (limit * (beganAt - (told[at - 1]?.beganAt ?? beganAt))) / 60_000;
    row = Math.max(0, row + 1 - letGo);
    most = Math.max(most, row);
  }
  return most;
}
