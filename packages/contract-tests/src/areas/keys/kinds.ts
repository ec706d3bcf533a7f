import { conditions } from "../../checks/conditions.js";
import { rule } from "../../checks/define-rule.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import type { Exchange, ExchangePlan, KeyName } from "../../exchange.js";
import { balanceIn, costOf, newEntries } from "../../reading/account-reading.js";
import { balanceCall, balanceRead, historyCall, historyRead } from "../../requests/account-reads.js";
import { withModel } from "../../requests/short-question.js";
import { chatSubject } from "../../requests/subjects.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { historyBefore, historySettled } from "../account/readings.js";

const chatWith = (name: string, key: KeyName, says: string, more: Record<string, unknown> = {}): ExchangePlan => ({
  id: `keys/${name}`,
  operationId: "createChatCompletion",
  says,
  isValid: false,
  write: (facts) => withModel(facts, "chat", () => ({ json: { ...chatSubject.ask(facts), ...more }, key })),
});

const revoked = chatWith("revoked", "revoked", "a chat completion with a revoked key");

const noPermission = chatWith("no-permission", "noPermission", "a chat completion with a key without permission");

export const noPoints = chatWith("no-points", "noPoints", "a streamed chat completion of an account without points", {
  stream: true,
});

const revokedModels: ExchangePlan = {
  id: "keys/revoked-models",
  operationId: "listModels",
  says: "a request for the model list with a revoked key",
  isValid: false,
  write: () => ({ key: "revoked" }),
};

const revokedBalance = balanceRead("keys/revoked-balance", [], {
  says: "a request for the balance with a revoked key",
  isValid: false,
  write: (facts) => balanceCall(facts, { key: "revoked" }),
});

export const noPointsBalance: ExchangePlan = balanceRead("keys/no-points-balance", [], {
  says: "a request for the balance of an account without points",
  write: (facts) => balanceCall(facts, { key: "noPoints" }),
});

export const noPermissionHistory: ExchangePlan = historyRead("keys/no-permission-history", [], {
  says: "a request for the history with a key without permission",
  write: (facts) => historyCall(facts, { key: "noPermission" }),
});

/** A call with each kind of key that a caller may give. */
export const keyCalls: ExchangePlan[] = [
  revoked,
  noPermission,
  noPoints,
  revokedModels,
  revokedBalance,
  noPointsBalance,
  noPermissionHistory,
];

/** Rules on what each kind of key may do. */
export const keyRules: Rule[] = [
  ...refusalRules(revoked, { condition: conditions.wrongKey, requirements: ["R5.4"], isWanted: true }),
  ...refusalRules(noPermission, {
    condition: conditions.noPermission,
    requirements: ["R5.3"],
    isWanted: true,
    isBodyStated: false,
  }),
  ...refusalRules(noPoints, { condition: conditions.noPoints, isWanted: true }),
  ...[revokedModels, revokedBalance].map((plan) =>
    rule(plan, "", {
      sentence: `${plan.says} is refused with status 401`,
      requirements: ["R5.4"],
      provenance: "stated",
      judge: (exchange) => judgeStatus(exchange, 401),
    }),
  ),
  rule(noPointsBalance, "", {
    sentence: "an account without points can read its balance",
    requirements: ["R5.1", "R7.1"],
    // What only reads is free on known deployments; the specification says that each request costs points.
    provenance: "observed",
    judge: (exchange) => judgeStatus(exchange, 200, { isWanted: exchange.reply?.status === 402 }),
  }),
  rule(noPointsBalance, "low", {
    sentence: "an account whose completions are refused for lack of points has a low balance",
    requirements: ["R7.7", "R5.1"],
    // A deployment may give a key less than its account has.
    provenance: "inferred",
    reads: { told: noPointsBalance, before: historyBefore, settled: historySettled },
    after: [noPointsBalance.id, noPoints.id, "account/cost-recorded"],
    judge: judgeLow,
  }),
  rule(noPermissionHistory, "", {
    sentence: "a key without permission reads the history, or is refused with status 403",
    requirements: ["R5.3", "R7.1"],
    provenance: "stated",
    judge: (exchange) => (exchange.reply?.status === 200 ? pass : judgeStatus(exchange, 403)),
  }),
];

/** Compares with the cost of a longer completion, which is more than the refused one would have cost. */
function judgeLow({ told, before, settled }: Record<"told" | "before" | "settled", Exchange>): Verdict {
  const balance = balanceIn(told.reply);
  const cost = costOf(newEntries(before.reply, settled.reply));
  if (balance !== undefined && balance <= cost) return pass;
  return broken({
    message: `A completion is refused for lack of points; the balance is ${balance ?? "no number"}, and a longer one cost ${cost}.`,
    expected: `at most ${cost}`,
    actual: String(balance),
    pointer: "/current_point_balance",
  });
}
