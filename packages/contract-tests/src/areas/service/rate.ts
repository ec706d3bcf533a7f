import type { Topic } from "../../area.js";
import type { Exchange } from "../../exchange.js";
import { type RateLimit, rateLimitIn } from "../../reading/rate-limit.js";
import { story } from "../../story.js";
import { headerOf, textOf } from "../../wire/wire.js";
import { statedLimit } from "../limit/burst.js";
import { inEach, withOwnKey } from "./all-calls.js";
import { judgeSharedLimit } from "./shared-limit.js";

const told = story("service", { requirements: ["R8.1"], provenance: "observed" });
const { all } = told;

export const rateTopic: Topic = told;

/** Enough requests that none of them has been forgotten again when the last one is made. */
const fewRequests = 20;

/** So many requests are not made by others between two calls. */
const manyLeft = 50;

/** So many more requests than a window lets go of while they are made leave fewer behind. */
const leastInARow = 10;

const expected = `${statedLimit} requests a minute`;

all(
  "limit-not-early",
  `a key is not refused for its rate before it has made ${statedLimit} requests in a minute`,
  // Others may use the key at the same time.
  { topic: "docs", provenance: "stated", level: "should" },
  (all) => {
    const early = withOwnKey(all).filter(({ reply }) => reply?.status === 429);
    const [first] = early;
    const count = all.reduce((sum, { earlier }) => sum + 1 + earlier.length, 0);
    const message = `${early.length} of about ${count} calls were refused for their rate, the first of them ${first?.plan.says}. A key may make ${expected}, unless others use it at the same time.`;
    return first && { message, expected, actual: 429, exchange: first };
  },
);

all(
  "concurrent-calls",
  "a call is not refused because another one is being answered",
  {
    requirements: ["R4.1", "R8.1"],
    provenance: "inferred",
    level: "should",
    after: ["chat/reply/status", "service/limit-not-early"],
  },
  (all) => {
    // Limits that a run tries out on purpose aside.
    const refused = all.filter(
      ({ attempts = [], plan }) => plan.takesRefusal === undefined && [429, 503].includes(attempts[0]?.status ?? 0),
    );
    const besides = all.flatMap(({ plan }) => (plan.besides === undefined ? [] : [plan.id, plan.besides]));
    const [first] = refused;
    // Where others are refused for the moment, too, it is the deployment's bad day, or its limit.
    if (first === undefined || !refused.every(({ plan }) => besides.includes(plan.id))) return undefined;
    const actual = first.attempts?.[0]?.status;
    const message = `Two calls were sent at the same time, and ${first.plan.says} was refused with ${actual}.`;
    return { message, expected: 200, actual, exchange: first };
  },
);

all(
  "limit-told",
  `if headers show the limit of a key, it is at least ${statedLimit} requests`,
  { provenance: "inferred", level: "should" },
  (all) =>
    inEach(({ reply, plan }) => {
      const { limit: actual = statedLimit } = rateLimitIn(reply) ?? {};
      const message = `By the headers of the answer to ${plan.says}, the key may make ${actual} requests.`;
      return actual < statedLimit && { message, expected, actual };
    })(withOwnKey(all)),
);

// An answer tells how many remain after it, so that the next request may be made. What others use of the key meanwhile is in that
// figure, unless they make as many requests at once. What remains may be the account's, and the limit of the moment another.
all(
  "refused-with-some-left",
  "no call is refused for its rate while headers show that requests remain",
  { topic: "errors", provenance: "inferred" },
  (all) => {
    let left: number | undefined;
    for (const exchange of withOwnKey(all)) {
      for (const reply of exchange.attempts ?? []) {
        const message = `${exchange.plan.says} was refused with 429, and by the answer before it ${left} requests remained.`;
        if (reply.status === 429 && (left ?? 0) > manyLeft)
          return { message, expected: "an answer", actual: 429, exchange };
        left = rateLimitIn(reply)?.remaining ?? left;
      }
    }
    return undefined;
  },
);

// By what most pairs of answers say: others use the key now and then, and a window lets go of requests.
all("counted-once", "if headers show how many requests remain, each request counts as one", {}, (all) => {
  const told = toldIn(withOwnKey(all));
  const falls = told.slice(1).map(({ remaining }, at) => (told[at]?.remaining ?? 0) - remaining);
  const fallen = falls.filter((fall) => fall > 0);
  const [usual = 1] = fallen.toSorted((one, other) => one - other).slice(Math.floor(fallen.length / 10));
  const isSteady = fallen.filter((fall) => fall === usual).length >= (2 / 3) * fallen.length;
  const message = `Of ${told.length} requests one after the other, nearly each one takes ${usual} from those that remain.`;
  return fallen.length >= fewRequests && usual > 1 && isSteady && { message, expected: 1, actual: usual };
});

all(
  "limit-shared",
  "if headers show how many requests remain, the requests of all endpoints count towards one limit",
  {},
  judgeSharedLimit,
);

all(
  "rate-headers",
  "if headers show the rate limit, no more requests remain than it allows",
  { topic: "docs" },
  inEach(({ reply, plan }) => {
    const { limit = 0, remaining = 0 } = rateLimitIn(reply) ?? {};
    return remaining > limit && { message: `After ${plan.says}, more requests remain than the limit allows.` };
  }),
);

// A window slides, and lets go of earlier requests as it does: what is let go in the time that the calls took is no fault.
all(
  "remaining-falls",
  "if headers show how many requests remain, the number falls with each request",
  { topic: "docs" },
  (all) => {
    const told = toldIn(withOwnKey(all));
    const [first, last] = [told[0], told.at(-1)];
    if (first === undefined || last === undefined || told.length < fewRequests) return undefined;
    const letGo = (first.limit * (last.beganAt - first.beganAt)) / 60_000;
    // At most what the window has let go of comes back, however much later an answer is.
    const hasRisen = last.limit === first.limit && last.remaining - first.remaining > letGo + fewRequests / 2;
    const isConstant = told.every(({ remaining }) => remaining === first.remaining) && mostInARow(told) >= leastInARow;
    const message = `After ${told.length} requests there are ${last.remaining} left, and after the first of them there were ${first.remaining}.`;
    const fault = { message, expected: `less than ${first.remaining}`, actual: last.remaining };
    return (hasRisen || isConstant) && fault;
  },
);

all(
  "request-ids",
  "if answers have an id in x-request-id, each has its own",
  { topic: "docs", requirements: ["R7.1"], provenance: "inferred" },
  (all) => {
    const seen = new Map<string, string>();
    return inEach(({ reply }) => {
      const actual = reply && headerOf(reply, "x-request-id");
      if (reply === undefined || actual === undefined) return undefined;
      const text = textOf(reply);
      const isAgain = text !== "" && seen.get(actual) === text;
      const cause = isAgain ? " and the same body: a cache gives answers again. Keep it away from these paths." : ".";
      if (seen.has(actual)) return { message: `Two answers have the x-request-id ${actual}${cause}`, actual };
      seen.set(actual, text);
      return undefined;
    })(all);
  },
);

type Told = RateLimit & { beganAt: number };

const toldIn = (exchanges: Exchange[]): Told[] =>
  exchanges.flatMap(({ reply, beganAt }) => {
    const told = rateLimitIn(reply);
    return told === undefined ? [] : [{ ...told, beganAt }];
  });

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
