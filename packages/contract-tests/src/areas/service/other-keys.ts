import type { Topic } from "../../area.js";
import type { ExchangePlan } from "../../exchange.js";
import { balanceAt, balanceIn, idsIn } from "../../reading/account-reading.js";
import { balanceRead } from "../../requests/account-reads.js";
import { skip, story } from "../../story.js";
import { first, whole } from "../account/readings.js";
import { noPermissionHistory, noPointsBalance } from "../keys/kinds.js";
import { noPermissionBalance, noPointsHistory } from "../keys/on-other-routes.js";
import { before, first as lowBalance, ownHistory as lowHistory } from "../limit/calls.js";
import { balanceLast } from "./balance.js";

/** A reading may be behind another, by no more than so many times what a run costs. */
const mostBehind = 10;

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

const told = story("service", { requirements: ["R5.1"], provenance: "inferred" });
const { add, rule } = told;

/** The account as other keys are told it. Keys of one account may be told different balances. */
export const otherKeysTopic: Topic = told;

add(otherKeyBalance);

rule(
  "own-history",
  "a key of another account does not see the entries of this one",
  {
    topic: "security",
    requirements: ["R5.1", "R4.4"],
    reads: [
      ...[balanceLast, whole, first, before.balance, noPointsBalance, noPointsHistory],
      ...[noPermissionHistory, noPermissionBalance, lowHistory, lowBalance],
    ] as const,
    takesMissing: true,
    after: ["account/history-ids", "account/balance-falls"],
  },
  (
    last,
    whole,
    first,
    before,
    pointsBalance,
    pointsHistory,
    permissionHistory,
    permissionBalance,
    history,
    balance,
  ) => {
    // A balance may rise, too; between the readings around it, it is one of the same account.
    const told = [first.balance, whole.balance, before, last].flatMap((each) => balanceIn(each) ?? []);
    const [least, most] = [Math.min(...told), Math.max(...told)];
    const known = idsIn(first.history);
    const own = idsIn(whole.history).filter((id) => !known.includes(id));
    for (const [balanceOf, historyOf, says] of [
      [permissionBalance, permissionHistory, "a key without permission"],
      [pointsBalance, pointsHistory, "a key without points"],
      [balance, history, "the key of a low limit"],
    ] as const) {
      const other = balanceIn(balanceOf);
      const isOther = other !== undefined && (other > most || other < least - mostBehind * (most - least));
      const id = idsIn(historyOf).find((each) => own.includes(each));
      if (!isOther || id === undefined || historyOf === undefined) continue;
      const message = `To ${says} the balance is ${other} and to the own key ${told.at(-1)}, and the history has the own entry ${JSON.stringify(id)}.`;
      return { message, expected: "entries of its own", actual: id, pointer: "/data", exchange: historyOf };
    }
    return undefined;
  },
);

// Calls are billed to the account that owns the key (R1.1). Keys of different accounts are legal and look the same as keys that
// are billed apart, so that only a key that its owner says to be of the same account is compared.
rule(
  "same-account-balance",
  "another key of the same account is told the balance that the billed calls have left",
  {
    topic: "money",
    requirements: ["R1.1", "R5.1"],
    provenance: "stated",
    // Others may use the account at the same time, so that it is not required to be judged.
    level: "should",
    reads: [
      ...[otherKeyBalance, balanceLast, whole.history, noPermissionHistory, lowHistory],
      ...[first.balance, first.history],
    ] as const,
    takesMissing: true,
    after: ["account/balance-falls"],
  },
  (other, last, whole, permission, low, start, startHistory) => {
    const known = idsIn(startHistory);
    const own = idsIn(whole).filter((id) => !known.includes(id));
    if (other === undefined)
      return [permission, low].some((each) => idsIn(each).some((id) => own.includes(id)))
        ? undefined
        : skip(
            "That calls are billed to the account of the key can't be told: no other key is known to be of the same account.",
            "another key of the same account",
          );
    const [actual, before, left] = [other, start, last].map((each) => balanceIn(each));
    if (actual === undefined || before === undefined || left === undefined || left >= before)
      return skip("The balance could not be read with both keys, or did not fall.");
    // One of the two readings may be behind the other.
    if (actual < before && actual >= left - mostBehind * (before - left)) return undefined;
    return {
      message: `Another key of the account is told ${actual} points after this run, and the own key ${left}; before the run it was told ${before}.`,
      expected: left,
      actual,
      pointer: balanceAt,
      exchange: other,
      provenance: "stated",
    };
  },
);
