import { rule } from "../../checks/define-rule.js";
import { refusal, refusedWith } from "../../checks/refusal.js";
import { judgeStatus } from "../../checks/reply.js";
import type { Exchange, ExchangePlan, Facts, KeyName } from "../../exchange.js";
import { balanceAt, balanceIn, costOf, newEntries } from "../../reading/account-reading.js";
import { balanceCall, balancePair, balanceRead, historyRead } from "../../requests/account-reads.js";
import { withModel } from "../../requests/short-question.js";
import { chatSubject } from "../../requests/subjects.js";
import { pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { before, settled } from "../account/readings.js";

const chatWith = (key: KeyName, says: string, more: Record<string, unknown> = {}) => ({
  operationId: "createChatCompletion",
  says,
  write: (facts: Facts) => withModel(facts, "chat", () => ({ json: { ...chatSubject.ask(facts), ...more }, key })),
});

const revoked = refusal("keys/revoked", chatWith("revoked", "a chat completion with a revoked key"), {
  reason: "wrongKey",
  requirements: ["R5.4"],
  isWanted: true,
});

const noPermission = refusal(
  "keys/no-permission",
  chatWith("noPermission", "a chat completion with a key without permission"),
  { reason: "noPermission", requirements: ["R5.3"], isWanted: true, isBodyStated: false },
);

export const noPoints = refusal(
  "keys/no-points",
  chatWith("noPoints", "a streamed chat completion of an account without points", { stream: true }),
  { reason: "noPoints", isWanted: true },
);

const revokedReads = [
  { name: "models", what: "the model list", operationId: "listModels", write: () => ({ key: "revoked" as const }) },
  {
    name: "balance",
    what: "the balance",
    operationId: balancePair[0],
    write: (facts: Facts) => balanceCall(facts, { key: "revoked" }),
  },
].map(({ name, what, ...asked }) =>
  refusedWith(
    401,
    `keys/revoked-${name}`,
    { says: `a request for ${what} with a revoked key`, ...asked },
    { requirements: ["R5.4"] },
  ),
);

export const noPointsBalance: ExchangePlan = balanceRead("keys/no-points-balance", [], {
  says: "a request for the balance of an account without points",
  call: { key: "noPoints" },
});

export const noPermissionHistory: ExchangePlan = historyRead("keys/no-permission-history", [], {
  says: "a request for the history with a key without permission",
  call: { key: "noPermission" },
});

const refusals = [revoked, noPermission, noPoints, ...revokedReads];

/** A call with each kind of key that a caller may give. */
export const keyCalls: ExchangePlan[] = [...refusals.map(({ plan }) => plan), noPointsBalance, noPermissionHistory];

/** Rules on what each kind of key may do. */
export const keyRules: Rule[] = [
  ...refusals.flatMap(({ rules }) => rules),
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
    reads: { told: noPointsBalance, before: before.history, settled: settled.history },
    after: [noPointsBalance.id, noPoints.plan.id, "account/cost-recorded"],
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
  const [actual, cost] = [balanceIn(told.reply), costOf(newEntries(before.reply, settled.reply))];
  const message = `A completion is refused for lack of points; the balance is ${actual ?? "no number"}, and a longer one cost ${cost}.`;
  const isLow = actual !== undefined && actual <= cost;
  return passIf(isLow, { message, expected: `at most ${cost}`, actual: `${actual}`, pointer: balanceAt });
}
