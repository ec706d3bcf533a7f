import { keyKinds, keysExchanges } from "../exchanges/keys.js";
import { balanceIn, costOf, newEntries } from "../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { conditions } from "./conditions.js";
import { judgeStatus } from "./judge-reply.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { ruleOn } from "./rule-on.js";

const plan = planned(keysExchanges);

const conditionOf = {
  revoked: conditions.wrongKey,
  "no-permission": conditions.noPermission,
  "no-points": conditions.noPoints,
};
const rowsOf = { revoked: ["R5.4"], "no-permission": ["R5.3"], "no-points": [] };

export const keysRules: Rule[] = [
  ...keyKinds.flatMap(({ name }) =>
    refusalRules(plan(`keys/${name}`), {
      condition: conditionOf[name],
      requirements: rowsOf[name],
      isWanted: true,
      ...(name === "no-permission" && { isBodyStated: false }),
    }),
  ),
  ...["keys/revoked-models", "keys/revoked-balance"].map((id) =>
    ruleOn(plan(id), {
      sentence: `${plan(id).says} is refused with status 401`,
      requirements: ["R5.4"],
      provenance: "stated",
      judge: (exchange) => judgeStatus(exchange, 401),
    }),
  ),
  ruleOn(plan("keys/no-points-balance"), {
    sentence: "an account without points is told its balance",
    requirements: ["R5.1", "R7.1"],
    // What only reads is free on known deployments; the specification says that each request costs points.
    provenance: "observed",
    judge: (exchange) => judgeStatus(exchange, 200, { isWanted: exchange.reply?.status === 402 }),
  }),
  ruleOnExchanges({
    id: "keys/no-points-balance/low",
    sentence: "An account whose completions are refused for want of points has none to show.",
    requirements: ["R7.7", "R5.1"],
    // A deployment may give a key less than its account has.
    provenance: "inferred",
    exchanges: ["keys/no-points-balance", "account/history-before", "account/history-settled"],
    after: ["keys/no-points-balance", "keys/no-points", "account/cost-recorded"],
    judge: judgeLow,
  }),
  ruleOn(plan("keys/no-permission-history"), {
    sentence: "a key without permission is told the history or refused with status 403",
    requirements: ["R5.3", "R7.1"],
    provenance: "stated",
    judge: (exchange) => (exchange.reply?.status === 200 ? pass : judgeStatus(exchange, 403)),
  }),
];

/** What a longer completion cost is more than the refused one would have. */
function judgeLow(find: Find): Verdict {
  const [told, before, settled] = ["keys/no-points-balance", "account/history-before", "account/history-settled"].map(
    (id) => find(id)?.reply,
  );
  const balance = balanceIn(told);
  const cost = costOf(newEntries(before, settled));
  if (balance !== undefined && balance <= cost) return pass;
  return broken({
    message: `A completion is refused for want of points; the balance is ${balance ?? "no number"}, and a longer one cost ${cost}.`,
    expected: `at most ${cost}`,
    actual: String(balance),
    pointer: "/current_point_balance",
  });
}
