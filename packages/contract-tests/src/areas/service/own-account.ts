import { rule } from "../../checks/define-rule.js";
import { balanceIn, idsIn } from "../../reading/account-reading.js";
import { broken, pass, type Rule } from "../../rule.js";
import { first, whole } from "../account/readings.js";
import { noPermissionHistory, noPointsBalance } from "../keys/kinds.js";
import { noPermissionBalance, noPointsHistory } from "../keys/on-other-routes.js";
import { before, first as lowBalance, ownHistory as lowHistory } from "../limit/calls.js";
import { balanceLast } from "./balance.js";

/** A reading may be behind another, by no more than so many times what a run costs. */
export const mostBehind = 10;

/** Keys of other accounts see those only. */
export const ownAccountRule: Rule = rule("service", "own-history", {
  topic: "security",
  sentence: "a key of another account does not see the entries of this one",
  requirements: ["R5.1", "R4.4"],
  // Keys of one account may be told different balances.
  provenance: "inferred",
  reads: {
    ...{ balanceLast, whole, first, before: before.balance },
    ...{ noPointsBalance, noPointsHistory },
    ...{ noPermissionHistory, noPermissionBalance, lowHistory, lowBalance },
  },
  takesMissing: true,
  after: ["account/history-ids", "account/balance-falls"],
  judge: (read) => {
    // A balance may rise, too; between the readings around it, it is one of the same account.
    const told = [read.first.balance, read.whole.balance, read.before, read.balanceLast].flatMap(
      (each) => balanceIn(each?.reply) ?? [],
    );
    const [least, most] = [Math.min(...told), Math.max(...told)];
    const known = idsIn(read.first.history?.reply);
    const own = idsIn(read.whole.history?.reply).filter((id) => !known.includes(id));
    for (const [balance, history, says] of [
      [read.noPermissionBalance, read.noPermissionHistory, "a key without permission"],
      [read.noPointsBalance, read.noPointsHistory, "a key without points"],
      [read.lowBalance, read.lowHistory, "the key of a low limit"],
    ] as const) {
      const other = balanceIn(balance?.reply);
      const isOther = other !== undefined && (other > most || other < least - mostBehind * (most - least));
      const id = idsIn(history?.reply).find((each) => own.includes(each));
      if (!isOther || id === undefined || history === undefined) continue;
      const message = `To ${says} the balance is ${other} and to the own key ${told.at(-1)}, and the history has the own entry ${JSON.stringify(id)}.`;
      return broken({ message, expected: "entries of its own", actual: id, pointer: "/data", exchange: history });
    }
    return pass;
  },
});
