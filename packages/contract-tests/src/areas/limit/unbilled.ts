import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import { balanceIn, costOf, entriesIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

/** What is refused over the limit is not processed and costs nothing (R7.9, R8.4). */
export const unbilledRules: Rule[] = [
  ruleOnExchanges({
    id: "limit/untouched",
    sentence: "What is refused over the limit changes neither the balance nor the history.",
    requirements: ["R7.9", "R8.4"],
    provenance: "stated",
    level: "should",
    exchanges: [
      "limit/balance-after",
      "limit/balance-before",
      "limit/history-before",
      "limit/history-after",
      "limit/first",
      "limit/refused",
      "limit/soon",
      "limit/chat",
      "limit/models",
      "limit/messages",
      "account/history-first",
      "account/history-settled",
      "account/balance-first",
    ],
    takesMissing: true,
    after: "limit/refused",
    judge: judgeUntouched,
  }),
  ruleOnExchanges({
    id: "limit/own-history",
    sentence: "What is refused over the limit does not come into the history of the key.",
    requirements: ["R7.9", "R8.4"],
    provenance: "stated",
    // Others may use the key at the same time.
    level: "should",
    exchanges: ["limit/own-history-after", "limit/own-history", "limit/history-before"],
    after: "limit/after",
    judge: judgeOwnHistory,
  }),
  ruleOnExchanges({
    id: "limit/unbilled",
    sentence: "What is refused over the limit costs no points.",
    requirements: ["R7.9", "R8.4"],
    provenance: "stated",
    level: "should",
    exchanges: [
      "limit/after",
      "limit/first",
      "limit/balance-after",
      "limit/history-after",
      "account/history-first",
      "account/balance-first",
    ],
    takesMissing: true,
    after: "limit/after",
    judge: (find) => {
      const ids = ["limit/first", "limit/after", "limit/balance-after"];
      const [before, after, ownAfter] = ids.map((id) => balanceIn(find(id)?.reply));
      if (before === undefined || after === undefined)
        return { outcome: "blocked", reason: "The balance could not be read." };
      if (before === after) return pass;
      if (after === ownAfter && !hasUnexplainedFall(find))
        return { outcome: "inconclusive", reason: "A cost came late to the account, which is the caller's own." };
      return broken({
        message: `The balance went from ${before} to ${after} while nothing was answered but the balance.`,
        expected: String(before),
        actual: String(after),
        pointer: "/current_point_balance",
      });
    },
  }),
];

/** What was charged late for answered calls has its entries: more than those cost can't be theirs. */
function hasUnexplainedFall(find: Find): boolean {
  const [first, last] = ["account/history-first", "limit/history-after"].map((id) => find(id)?.reply);
  const [whole, left] = ["account/balance-first", "limit/balance-after"].map((id) => balanceIn(find(id)?.reply));
  return (whole ?? Number.NaN) - (left ?? Number.NaN) > costOf(newEntries(first, last));
}

/** What the key of a low limit sees of its own account before and after: nothing was asked of it but to read. */
function judgeOwnHistory(find: Find): Verdict {
  const [earlier, later] = ["limit/own-history", "limit/own-history-after"].map((id) => find(id)?.reply);
  if (earlier?.status !== 200 || later?.status !== 200)
    return { outcome: "skip", reason: "The history could not be read with the key of a low limit." };
  const fresh = newEntries(earlier, later);
  const callers = find("limit/history-before")?.reply;
  const isShared =
    idsIn(earlier).length + idsIn(callers).length === 0 || idsIn(callers).some((id) => idsIn(earlier).includes(id));
  if (isShared) return { outcome: "skip", reason: "The key of a low limit is one of the caller's own account." };
  if (fresh.length === 0) return pass;
  return broken({
    message: `${fresh.length} entries came into the history of the key while it was refused, and only read.`,
    expected: "none",
    actual: String(fresh.length),
    pointer: "/data",
  });
}

/** Where the key of a low limit has the caller's own account: what was refused has changed nothing in it. */
function judgeUntouched(find: Find): Verdict {
  const reply = (id: string) => find(`limit/${id}`)?.reply;
  const [first, before, after] = ["first", "balance-before", "balance-after"].map((id) => balanceIn(reply(id)));
  if (first === undefined || first !== before || after === undefined)
    return {
      outcome: "skip",
      reason: "The key of a low limit has another account.",
      needs: "a key with a low limit of the same account",
    };
  const [earlier, later] = [reply("history-before"), reply("history-after")];
  const count = newEntries(earlier, later).length;
  const isSettled = costOf(entriesIn(earlier)) === costOf(entriesIn(later));
  if (count === 0 && before === after) return pass;
  if (count === 0 && isSettled && after < before && hasUnexplainedFall(find))
    return broken({
      message: `The balance fell from ${before} to ${after} while requests were refused, without an entry in the history.`,
      expected: String(before),
      actual: String(after),
      pointer: "/current_point_balance",
    });
  const refused = ["refused", "chat", "models", "messages", "soon"].filter((id) => reply(id)?.status === 429).length;
  const completions = ["chat", "messages"].filter((id) => reply(id)?.status === 429).length;
  const isEnteredLate = (find("account/history-settled")?.earlier.length ?? 0) > 0;
  if (count > 0 && isEnteredLate) return { outcome: "skip", reason: "Entries come late into the history." };
  if (count > 0 && (count === refused || count === completions))
    return broken({
      message: `${refused} refused requests left ${count} entries in the history.`,
      expected: "none",
      actual: String(count),
    });
  return { outcome: "inconclusive", reason: "Others use the account at the same time, or a cost came late." };
}
