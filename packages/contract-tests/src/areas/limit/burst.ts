import type { Area } from "../../area.js";
import type { ExchangePlan } from "../../exchange.js";
import { countedIn } from "../../reading/rate-limit.js";
import { balanceRead } from "../../requests/account-reads.js";
import { inconclusive, story } from "../../story.js";

/** The requests a minute that the specification names (R8.1). */
export const statedLimit = 500;

/** Requests that a window may let go of while calls are made, or that a deployment may count otherwise. */
const tolerance = 20;

const callsInBurst = statedLimit + tolerance + 10;

const windowMs = 55_000;

/** A minute and a little more: what was called before no longer counts. */
const restMs = 61_000;

const before = balanceRead("burst/balance", [], {
  says: "a request for the balance before the burst",
  allow: "burst",
});

const burst: ExchangePlan = {
  id: "burst/models",
  operationId: "listModels",
  says: `${callsInBurst} requests for the model list in a row`,
  isValid: false,
  allow: "burst",
  takesRefusal: true,
  needs: [before.id],
  repeat: { atMost: callsInBurst, until: ({ status }) => status !== 200 },
  // Where headers tell what was called in the minute before, it need not be waited out.
  write: ({ replyTo }) => (countedIn(replyTo(before.id)) === undefined ? { afterMs: restMs } : {}),
};

// Others may use the key: where headers count their requests, so does this.
const limitRule = story("burst", { requirements: ["R8.1"], provenance: "stated" }).rule(
  burst.id,
  `a key may make ${statedLimit} requests a minute, and no more`,
  { reads: [burst] },
  ({ earlier, reply, tookMs }) => {
    const answered = earlier.filter(({ status }) => status === 200);
    const counted = countedIn(answered.at(-1));
    const count = counted ?? answered.length;
    const isMet = reply?.status === 429;
    const isNear = Math.abs(count - statedLimit) <= tolerance && answered.length <= statedLimit + tolerance;
    if (isMet && isNear) return undefined;
    if (tookMs > windowMs) return inconclusive("The calls took longer than a minute.");
    const expected = `${statedLimit} requests a minute`;
    const how = counted === undefined ? "unless others use the key at the same time" : "as headers count them";
    const met = `The limit was met after ${count} requests in a minute, ${how}.`;
    if (isMet) return { message: met, expected, actual: count };
    const actual = reply?.status ?? "none";
    const message = `${answered.length + 1} requests within a minute were answered, the last with ${actual}.`;
    return { message, expected, actual };
  },
);

/** The stated rate limit, by more calls than it allows. It comes last: after it, other calls are refused. */
export const burstArea: Area = {
  name: "burst",
  topic: "errors",
  isRequired: true,
  exchanges: [before, burst],
  rules: [limitRule],
};
