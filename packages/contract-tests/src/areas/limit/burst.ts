import type { Area } from "../../area.js";
import { ruleOn } from "../../checks/define-rule.js";
import type { ExchangePlan } from "../../exchange.js";
import { balanceCall } from "../../requests/account-reads.js";
import { broken, pass, type Rule } from "../../rule.js";

/** The requests a minute that the specification names (R8.1), and some more. */
export const statedLimit = 500;

const callsInBurst = statedLimit + 30;

/** What a run may have called in the minute before. */
const otherCalls = 160;

const windowMs = 55_000;

const burstBalanceCall: ExchangePlan = {
  id: "burst/balance",
  operationId: "getCurrentBalance",
  says: "a request for the balance, which can't be read after the burst",
  isValid: true,
  allow: "burst",
  write: (facts) => balanceCall(facts),
};

const burstModelsCall: ExchangePlan = {
  id: "burst/models",
  operationId: "listModels",
  says: `${callsInBurst} requests for the model list in a row`,
  isValid: false,
  allow: "burst",
  takesRefusal: true,
  needs: ["burst/balance"],
  repeat: { atMost: callsInBurst, until: ({ status }) => status !== 200 },
  write: () => ({}),
};

/** Free calls with the caller's own key, more than a minute allows. */
export const burstCalls: ExchangePlan[] = [burstBalanceCall, burstModelsCall];

/** The figure of the specification. */
export const burstRules: Rule[] = [
  ruleOn(burstModelsCall, {
    sentence: `a key may make ${statedLimit} requests a minute, and no more`,
    requirements: ["R8.1"],
    provenance: "stated",
    judge: ({ earlier, reply, tookMs }) => {
      const answered = earlier.filter(({ status }) => status === 200).length;
      if (reply?.status === 429 && answered >= statedLimit - otherCalls && answered <= statedLimit + 20) return pass;
      if (tookMs > windowMs) return { outcome: "inconclusive", reason: "The calls took longer than a minute." };
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

/** The stated rate limit, by more calls than it allows. */
export const burstArea: Area = { name: "burst", isRequired: true, exchanges: burstCalls, rules: burstRules };
