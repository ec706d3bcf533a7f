import type { Topic } from "../../area.js";
import { rule } from "../../checks/define-rule.js";
import type { ExchangePlan } from "../../exchange.js";
import { balanceAt, balanceIn, idsIn } from "../../reading/account-reading.js";
import { balanceRead } from "../../requests/account-reads.js";
import { broken, pass } from "../../rule.js";
import { first as start, whole } from "../account/readings.js";
import { noPermissionHistory } from "../keys/kinds.js";
import { ownHistory as lowHistory } from "../limit/calls.js";
import { balanceLast } from "./balance.js";
import { mostBehind } from "./own-account.js";

/** The balance as another key of the account is told it, right after the own key. */
const otherKeyBalance: ExchangePlan = balanceRead("service/same-account-balance", [balanceLast], {
  says: "a request for the balance with another key of the account",
  call: { key: "sameAccount" },
  // A cost may come late, and a server behind the address may be one behind.
  repeat: {
    atMost: 2,
    waitMs: 400,
    until: (reply, facts) => balanceIn(reply) === balanceIn(facts.replyTo(balanceLast.id)),
  },
});

/**
 * Calls are billed to the account that owns the key (R1.1). Keys of different accounts are legal and look the same as keys
 * that are billed apart, so that only a key that its owner says to be of the same account is compared.
 */
export const sameAccountTopic: Topic = {
  exchanges: [otherKeyBalance],
  rules: [
    rule(otherKeyBalance, "", {
      topic: "money",
      sentence: "another key of the same account is told the balance that the billed calls have left",
      requirements: ["R1.1", "R5.1"],
      provenance: "stated",
      // Others may use the account at the same time, so that it is not required to be judged.
      level: "should",
      reads: {
        ...{ other: otherKeyBalance, last: balanceLast, whole: whole.history, noPermissionHistory, lowHistory },
        ...{ start: start.balance, startHistory: start.history },
      },
      takesMissing: true,
      after: ["account/balance-falls"],
      judge: ({ other, last, start, whole, startHistory, ...histories }) => {
        const known = idsIn(startHistory?.reply);
        const own = idsIn(whole?.reply).filter((id) => !known.includes(id));
        if (other === undefined)
          return Object.values(histories).some((each) => idsIn(each?.reply).some((id) => own.includes(id)))
            ? pass
            : {
                outcome: "skip",
                reason:
                  "That calls are billed to the account of the key can't be told: no other key is known to be of the same account.",
                needs: "another key of the same account",
              };
        const [actual, before, left] = [other, start, last].map((each) => balanceIn(each?.reply));
        if (actual === undefined || before === undefined || left === undefined || left >= before)
          return { outcome: "skip", reason: "The balance could not be read with both keys, or did not fall." };
        // One of the two readings may be behind the other.
        if (actual < before && actual >= left - mostBehind * (before - left)) return pass;
        return broken({
          message: `Another key of the account is told ${actual} points after this run, and the own key ${left}; before the run it was told ${before}.`,
          expected: left,
          actual,
          pointer: balanceAt,
          exchange: other,
          provenance: "stated",
        });
      },
    }),
  ],
};
