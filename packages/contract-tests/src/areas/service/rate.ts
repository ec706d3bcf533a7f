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
    level: "note",
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
