import type { Exchange } from "../exchange.js";
import { accountExchanges } from "../exchanges/account.js";
import { callOf } from "../reading/describe.js";
import { broken, levelOf, pass, type Rule, type Verdict } from "../rule.js";
import { jsonOf } from "../wire/wire.js";
import { accountEntryRules } from "./account-entry.js";
import { accountHistoryRules } from "./account-history.js";
import { accountMoneyRules } from "./account-money.js";
import { conditions } from "./conditions.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { replyRules } from "./reply-rules.js";

const plan = planned(accountExchanges);

/** Which of the two pairs is authoritative is not stated (R4.5), so that either will do. */
const pairs = [
  ["account/current-balance", "account/points-history"],
  ["account/balance", "account/usage-history"],
];

const rowsOf: Record<string, string[]> = {
  "account/current-balance": ["R4.3", "R1.7", "R2.8"],
  "account/points-history": ["R4.4", "R1.7", "R2.8"],
  "account/balance": ["R4.5", "R1.7"],
  "account/usage-history": ["R4.5", "R1.7"],
};

export const accountRules: Rule[] = [
  {
    id: "account/alive",
    sentence: "Balance and history are both served under /usage, or both under /v1.",
    requirements: ["R1.7", "R4.3", "R4.4", "R4.5"],
    provenance: "stated",
    level: levelOf("stated"),
    exchanges: pairs.flat(),
    takesMissing: true,
    judge: judgeAlive,
  },
  ...pairs.flat().flatMap((id) =>
    replyRules(plan(id), {
      requirements: rowsOf[id] ?? [],
      provenance: "stated",
      mediaType: "observed",
      shape: "observed",
    }),
  ),
  agreeRule({ name: "balances-agree", what: "balance", ids: ["account/current-balance", "account/balance"] }),
  agreeRule({ name: "histories-agree", what: "history", ids: ["account/points-history", "account/usage-history"] }),
  ...accountExchanges
    .filter(({ id }) => id.startsWith("account/refused/"))
    .flatMap((refused) =>
      refusalRules(refused, { condition: refused.id.endsWith("/no-key") ? conditions.noKey : conditions.wrongKey }),
    ),
  ...accountHistoryRules,
  ...accountMoneyRules,
  ...accountEntryRules,
];

function judgeAlive(exchanges: Exchange[]): Verdict {
  const alive = exchanges.map(({ plan: { id } }) => id);
  if (pairs.some((pair) => pair.every((id) => alive.includes(id)))) return pass;
  const missing = pairs.flat().filter((id) => !alive.includes(id));
  const calls = missing.map((id) => callOf({ plan: plan(id) })).join(", ");
  return broken({ message: `No pair is whole: not offered are ${calls}.`, expected: "one of the two path pairs" });
}

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
