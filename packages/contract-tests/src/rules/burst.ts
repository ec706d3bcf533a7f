import { burstExchanges, statedLimit } from "../exchanges/burst.js";
import { broken, pass, type Rule } from "../rule.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";

const plan = planned(burstExchanges);

/** What a run may have called in the minute before. */
const otherCalls = 160;
const windowMs = 55_000;

export const burstRules: Rule[] = [
  ruleOn(plan("burst/models"), {
    sentence: `a key may make ${statedLimit} requests a minute, and no more`,
    requirements: ["R8.1"],
    provenance: "stated",
    judge: ({ earlier, reply, tookMs }) => {
      const answered = earlier.filter(({ status }) => status === 200).length;
      if (reply?.status === 429 && answered >= statedLimit - otherCalls && answered <= statedLimit + 20) return pass;
      if (tookMs > windowMs) return { outcome: "disturbed", reason: "The calls took longer than a minute." };
      if (reply?.status === 429)
        return broken({
          message: `The limit was met after ${answered} requests.`,
          expected: `${statedLimit} requests a minute`,
          actual: String(answered),
        });
      const status = reply?.status ?? "none";
      return broken({
        message: `${answered + 1} requests within a minute were answered, the last with ${status}.`,
        expected: "429",
        actual: String(status),
      });
    },
  }),
];
