import { conditions } from "../../checks/conditions.js";
import { type Find, planned, ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import type { ExchangePlan, Facts, KeyName } from "../../exchange.js";
import { balanceIn, costOf, newEntries } from "../../reading/account-reading.js";
import { balanceCall, historyCall } from "../../requests/account-reads.js";
import { chatSubject } from "../../requests/chat-request.js";
import { withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

/** The kinds of keys that a caller may give, and how a chat completion with one of them is told. */
const keyKinds = [
  { name: "revoked", key: "revoked", says: "a chat completion with a revoked key" },
  { name: "no-permission", key: "noPermission", says: "a chat completion with a key without permission" },
  { name: "no-points", key: "noPoints", says: "a streamed chat completion of an account without points" },
] as const satisfies { name: string; key: KeyName; says: string }[];

const conditionOf = {
  revoked: conditions.wrongKey,
  "no-permission": conditions.noPermission,
  "no-points": conditions.noPoints,
};

const rowsOf = { revoked: ["R5.4"], "no-permission": ["R5.3"], "no-points": [] };

const revokedModelsCall: ExchangePlan = {
  id: "keys/revoked-models",
  operationId: "listModels",
  says: "a request for the model list with a revoked key",
  isValid: false,
  write: () => ({ key: "revoked" }),
};

const revokedBalanceCall: ExchangePlan = {
  id: "keys/revoked-balance",
  operationId: "getCurrentBalance",
  says: "a request for the balance with a revoked key",
  isValid: false,
  write: (facts) => ({ ...balanceCall(facts), key: "revoked" }),
};

const noPointsBalanceCall: ExchangePlan = {
  id: "keys/no-points-balance",
  operationId: "getCurrentBalance",
  says: "a request for the balance of an account without points",
  isValid: true,
  write: (facts) => ({ ...balanceCall(facts), key: "noPoints" }),
};

const noPermissionHistoryCall: ExchangePlan = {
  id: "keys/no-permission-history",
  operationId: "listPointsHistory",
  says: "a request for the history with a key without permission",
  isValid: true,
  write: (facts) => ({ ...historyCall(facts), key: "noPermission" }),
};

/** A call with each kind of key that a caller may give. */
export const keyCalls: ExchangePlan[] = [
  ...keyKinds.map(({ name, key, says }) => ({
    id: `keys/${name}`,
    operationId: "createChatCompletion",
    says,
    isValid: false,
    write: (facts: Facts) =>
      withModel(facts, "chat", () => ({
        json: { ...chatSubject.ask(facts), ...(key === "noPoints" && { stream: true }) },
        key,
      })),
  })),
  revokedModelsCall,
  revokedBalanceCall,
  noPointsBalanceCall,
  noPermissionHistoryCall,
];

const plan = planned(keyCalls);

/** What each kind of key may do. */
export const keyRules: Rule[] = [
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
  ruleOn(noPointsBalanceCall, {
    sentence: "an account without points is told its balance",
    requirements: ["R5.1", "R7.1"],
    // What only reads is free on known deployments; the specification says that each request costs points.
    provenance: "observed",
    judge: (exchange) => judgeStatus(exchange, 200, { isWanted: exchange.reply?.status === 402 }),
  }),
  ruleOnExchanges({
    id: "keys/no-points-balance/low",
    sentence: "An account whose completions are refused for lack of points has none to show.",
    requirements: ["R7.7", "R5.1"],
    // A deployment may give a key less than its account has.
    provenance: "inferred",
    exchanges: ["keys/no-points-balance", "account/history-before", "account/history-settled"],
    after: ["keys/no-points-balance", "keys/no-points", "account/cost-recorded"],
    judge: judgeLow,
  }),
  ruleOn(noPermissionHistoryCall, {
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
    message: `A completion is refused for lack of points; the balance is ${balance ?? "no number"}, and a longer one cost ${cost}.`,
    expected: `at most ${cost}`,
    actual: String(balance),
    pointer: "/current_point_balance",
  });
}
