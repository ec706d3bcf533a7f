import { broken, pass, type Rule } from "../rule.js";
import { ruleOnExchanges } from "./on-exchanges.js";

/** How often the same request is refused before that is no chance. */
const leastTimes = 3;

/** A 503 asks to try again (R7.10), and is judged nowhere else. */
export const refusedForGoodRule: Rule = ruleOnExchanges({
  id: "service/refused-for-good",
  sentence: "What is wrong with a request is not answered with 503 whenever it is made, while nothing else is.",
  requirements: ["R7.1", "R7.10"],
  provenance: "stated",
  level: "should",
  exchanges: ["models/list"],
  readsAll: true,
  judge: (_find, all) => {
    const isBusy = all.some(({ plan, reply, earlier }) => plan.isValid && [...earlier, reply].some(is503));
    const refused = all.find(
      ({ plan, reply, earlier }) =>
        !plan.isValid && 1 + earlier.length >= leastTimes && [...earlier, reply].every(is503),
    );
    if (refused === undefined || isBusy) return pass;
    return broken({
      message: `${refused.plan.says} were answered with 503 ${1 + refused.earlier.length} times, and no valid call was.`,
      expected: "400",
      actual: "503",
      exchange: refused,
    });
  },
});

const is503 = (reply: { status: number } | undefined) => reply?.status === 503;
