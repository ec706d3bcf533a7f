import { ruleOnExchanges } from "../../checks/define-rule.js";
import type { Exchange } from "../../exchange.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { headerOf } from "../../wire/wire.js";
import { statedLimit } from "../limit/burst.js";
import { onFirst } from "./errors.js";

/** What all calls of the run say of the rate limit. */
export const serviceRateRules: Rule[] = [
  ruleOnExchanges({
    id: "service/limit-not-early",
    sentence: `A key is not refused for its rate before it made ${statedLimit} requests in a minute.`,
    requirements: ["R8.1"],
    provenance: "stated",
    // Others may use the key at the same time.
    level: "should",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (find, all) => judgeEarlyLimit(all, find("models/list")),
  }),
  ruleOnExchanges({
    id: "service/rate-headers",
    sentence: "Where headers tell the rate limit, no more requests remain than it allows.",
    requirements: ["R8.1"],
    provenance: "observed",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (_find, all) =>
      onFirst(
        all,
        hasMoreThanAll,
        (exchange) => `After ${exchange.plan.says}, more requests remain than the limit allows.`,
      ),
  }),
  ruleOnExchanges({
    id: "service/remaining-falls",
    sentence: "Where headers tell how many requests remain, the number falls as requests are made.",
    requirements: ["R8.1"],
    provenance: "observed",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (find, all) => judgeRemaining(all, find("models/list")),
  }),
  ruleOnExchanges({
    id: "service/request-ids",
    sentence: "Where answers have an id in x-request-id, each has its own.",
    requirements: ["R7.1"],
    provenance: "inferred",
    exchanges: ["models/list"],
    readsAll: true,
    judge: (_find, all) => judgeRequestIds(all),
  }),
];

/** A run makes fewer than the stated limit, but for a burst. */
function judgeEarlyLimit(all: Exchange[], list: Exchange | undefined): Verdict {
  const own = list?.request.headers.authorization;
  const early = all.filter(
    ({ plan: { allow }, request, reply }) =>
      allow !== "burst" && request.headers.authorization === own && reply?.status === 429,
  );
  if (early[0] === undefined || all.some(({ plan: { allow } }) => allow === "burst")) return pass;
  const count = all.reduce((sum, { earlier }) => sum + 1 + earlier.length, 0);
  return broken({
    message: `${early.length} of about ${count} calls were refused for their rate, the first of them ${early[0].plan.says}. A key may make ${statedLimit} requests a minute, unless others use it at the same time.`,
    expected: `${statedLimit} requests a minute`,
    actual: "429",
    exchange: early[0],
  });
}

function hasMoreThanAll({ reply }: Exchange): boolean {
  if (reply === undefined) return false;
  const [limit, remaining] = ["limit", "remaining"].map((name) =>
    Number(headerOf(reply, `x-ratelimit-${name}-requests`) ?? Number.NaN),
  );
  return (remaining ?? 0) > (limit ?? 0);
}

/** Enough requests that none of them has been forgotten again when the last one is made. */
const fewRequests = 20;

/** A window slides, and lets go of earlier requests as it does: what is let go in the time that the calls took is no fault. */
function judgeRemaining(all: Exchange[], list: Exchange | undefined): Verdict {
  const own = all.filter(
    ({ request, reply }) =>
      request.headers.authorization === list?.request.headers.authorization && reply !== undefined,
  );
  const told = own.flatMap(({ reply, beganAt }) => {
    const [limit, remaining] = ["limit", "remaining"].map((name) =>
      Number((reply && headerOf(reply, `x-ratelimit-${name}-requests`)) ?? Number.NaN),
    );
    return Number.isFinite(remaining) && Number.isFinite(limit) ? [{ limit, remaining, beganAt }] : [];
  });
  const [first, last] = [told[0], told.at(-1)];
  if (first === undefined || last === undefined || told.length < fewRequests) return pass;
  const letGo = (Number(first.limit) * (last.beganAt - first.beganAt)) / 60_000;
  // At most what the window has let go of comes back, however much later an answer is.
  const rise = Number(last.remaining) - Number(first.remaining);
  if (told.length >= fewRequests && last.limit === first.limit && rise > letGo + fewRequests / 2)
    return broken({
      message: `After ${told.length} requests there are ${last.remaining} left, and after the first of them there were ${first.remaining}.`,
      expected: `less than ${first.remaining}`,
      actual: String(last.remaining),
    });
  const isConstant = told.every(({ remaining }) => remaining === first.remaining);
  if (!isConstant || told.length - letGo < fewRequests) return pass;
  return broken({
    message: `After ${told.length} requests there are ${first.remaining} left, as there were before the first of them.`,
    expected: `less than ${first.remaining}`,
    actual: String(last.remaining),
  });
}

function judgeRequestIds(all: Exchange[]): Verdict {
  const seen = new Set<string>();
  for (const exchange of all) {
    const id = exchange.reply && headerOf(exchange.reply, "x-request-id");
    if (id === undefined) continue;
    if (seen.has(id)) return broken({ message: `Two answers have the x-request-id ${id}.`, actual: id, exchange });
    seen.add(id);
  }
  return pass;
}
