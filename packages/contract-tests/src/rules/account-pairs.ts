import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { balanceIn, entriesIn } from "../reading/account-reading.js";
import { broken, levelOf, pass, type Rule, type Verdict } from "../rule.js";
import { jsonOf, type WireReply } from "../wire/wire.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";

/** Where both paths for a purpose are there (R4.5), they tell the same. */
export const accountPairRules: Rule[] = [
  agreeRule({ name: "balances-agree", what: "balance", ids: ["account/current-balance", "account/balance"] }),
  agreeRule({ name: "histories-agree", what: "history", ids: ["account/points-history", "account/usage-history"] }),
  ruleOnExchanges({
    id: "account/balances-equal",
    sentence: "Both paths for the balance tell the same balance, where both are there.",
    requirements: ["R4.5"],
    provenance: "inferred",
    exchanges: ["account/balance", "account/current-balance", "account/balance-first"],
    after: "account/balances-agree",
    judge: judgeEqual,
  }),
  ruleOnExchanges({
    id: "account/histories-equal",
    sentence: "Both paths for the history tell the same entries, at the same cost, where both are there.",
    requirements: ["R4.5"],
    provenance: "inferred",
    exchanges: ["account/usage-history", "account/points-history"],
    after: "account/histories-agree",
    judge: (find) => judgeSameHistory(find("account/points-history")?.reply, find("account/usage-history")?.reply),
  }),
];

/** The rule that the two paths for one purpose answer alike, where both are there. */
function agreeRule({ name, what, ids }: { name: string; what: string; ids: [string, string] }): Rule {
  return {
    id: `account/${name}`,
    sentence: `Both paths for the ${what} answer with the same fields, where both are there.`,
    requirements: ["R4.5"],
    provenance: "inferred",
    level: levelOf("inferred"),
    exchanges: ids,
    after: `${ids[1]}/schema`,
    judge: ([one, other]) => {
      const [ours, theirs] = [fieldsOf(one), fieldsOf(other)];
      if (ours === theirs) return pass;
      return broken({
        message: `The two paths for the ${what} have different fields.`,
        expected: ours,
        actual: theirs,
      });
    },
  };
}

function fieldsOf(exchange: Exchange | undefined): string {
  const body = exchange?.reply && jsonOf(exchange.reply)?.value;
  return Object.keys(body ?? {})
    .sort()
    .join(", ");
}

/** One path is read before the other and after it: what lies in between may be the work of others. */
function judgeEqual(find: Find): Verdict {
  const ids = ["account/current-balance", "account/balance", "account/balance-first"];
  const [before, other, after] = ids.map((id) => balanceIn(find(id)?.reply));
  if (before === undefined || other === undefined || after === undefined) return pass;
  if (other >= Math.min(before, after) && other <= Math.max(before, after)) return pass;
  return broken({
    message: `One path says ${before} points, and later ${after}; in between, the other says ${other}.`,
    expected: String(before),
    actual: String(other),
    pointer: "/current_point_balance",
  });
}

/** The pages are read one after the other: what came in between is in the later one only, and a cost of 0 may be late. */
function judgeSameHistory(earlier: WireReply | undefined, later: WireReply | undefined): Verdict {
  const known = new Map(entriesIn(later).map((entry) => [valueAt(entry, "/query_id"), valueAt(entry, "/cost_points")]));
  const entries = entriesIn(earlier);
  const last = entries.findLastIndex((entry) => known.has(valueAt(entry, "/query_id")));
  for (const entry of entries.slice(0, last + 1)) {
    const [id, cost] = [valueAt(entry, "/query_id"), valueAt(entry, "/cost_points")];
    const pointer = "/data";
    if (!known.has(id))
      return broken({
        message: `One path has the entry ${JSON.stringify(id)} among others, the other has not.`,
        pointer,
      });
    const other = known.get(id);
    if (cost === other || cost === 0) continue;
    const message = `The entry ${JSON.stringify(id)} costs ${cost} points by one path and ${other} by the other.`;
    return broken({ message, expected: String(cost), actual: String(other), pointer });
  }
  return pass;
}
