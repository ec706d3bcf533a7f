import type { Exchange } from "../exchange.js";
import { accountExchanges } from "../exchanges/account.js";
import { callOf } from "../reading/describe.js";
import { broken, levelOf, pass, type Rule, type Verdict } from "../rule.js";
import { accountEntryRules } from "./account-entry.js";
import { accountHistoryRules } from "./account-history.js";
import { accountMoneyRules } from "./account-money.js";
import { accountPageRules } from "./account-pages.js";
import { accountPairRules } from "./account-pairs.js";
import { conditions } from "./conditions.js";
import { judgeStatus } from "./judge-reply.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { replyRules } from "./reply-rules.js";
import { ruleOn } from "./rule-on.js";

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
  ...accountExchanges
    .filter(({ id }) => id.startsWith("account/refused/wrong-key"))
    .flatMap((refused) => refusalRules(refused, { condition: conditions.wrongKey })),
  ...refusalRules(plan("account/refused/no-key"), { condition: conditions.noKey }),
  ...refusalRules(plan("account/refused/bare-key"), {
    condition: conditions.noKey,
    requirements: ["R5.2"],
    // RFC 9110 has a scheme before all credentials; the specification shows one, and does not say that it is needed.
    provenance: "upstream",
  }),
  ...accountHistoryRules,
  ...accountPageRules,
  ...accountMoneyRules,
  ...accountPairRules,
  {
    ...ruleOn(plan("account/lower-case-bearer"), {
      sentence: "a key is taken whatever the letter case of the scheme",
      requirements: ["R5.2"],
      // RFC 9110 says so of every scheme; the specification shows one spelling.
      provenance: "inferred",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
    after: "account/alive",
  },
  ...accountEntryRules,
];

function judgeAlive(exchanges: Exchange[]): Verdict {
  const alive = exchanges.map(({ plan: { id } }) => id);
  if (pairs.some((pair) => pair.every((id) => alive.includes(id)))) return pass;
  const missing = pairs.flat().filter((id) => !alive.includes(id));
  const calls = missing.map((id) => callOf({ plan: plan(id) })).join(", ");
  return broken({ message: `No pair is whole: not offered are ${calls}.`, expected: "one of the two path pairs" });
}
