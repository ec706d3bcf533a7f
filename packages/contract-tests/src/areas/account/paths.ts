import { valueAt } from "@model-access/contract";
import { conditions } from "../../checks/conditions.js";
import { rule } from "../../checks/define-rule.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Call, CannotCall, Exchange, ExchangePlan, Facts, KeyName } from "../../exchange.js";
import { balanceIn, entriesIn } from "../../reading/account-reading.js";
import { callOf } from "../../reading/describe.js";
import {
  balanceCall,
  balancePair,
  balanceRead,
  historyPair,
  historyRead,
  readOffered,
} from "../../requests/account-reads.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { balanceFirst } from "./readings.js";

const pathOf = (name: string, operationId: string, says: string): ExchangePlan => ({
  id: `account/${name}`,
  operationId,
  says,
  isValid: true,
  mayBeAbsent: true,
  write: (facts) => ofPair(name, facts, {}),
});

/** The two path pairs (R4.5); a deployment may have one of them only. */
export const currentBalance = pathOf("current-balance", "getCurrentBalance", "a request for the balance under /usage");
export const pointsHistory = pathOf("points-history", "listPointsHistory", "a request for the history under /usage");
export const otherBalance = pathOf("balance", "getBalance", "a request for the balance under /v1");
export const usageHistory = pathOf("usage-history", "listUsageHistory", "a request for the history under /v1");

/** Which of the two pairs is authoritative is not stated (R4.5), so that either will do. */
const pairs = [
  [currentBalance, pointsHistory],
  [otherBalance, usageHistory],
];

const requirementsOf = new Map([
  [currentBalance, ["R4.3", "R1.7", "R2.8"]],
  [pointsHistory, ["R4.4", "R1.7", "R2.8"]],
]);

/** A wrong key of another kind for each purpose: one that is taken for right shows how keys are compared. */
const wrongKeys: [ExchangePlan, key: KeyName, says: string][] = [
  [currentBalance, "longer", "a key that is one character too long"],
  [pointsHistory, "other-case", "the key in the other letter case"],
  [otherBalance, "wrong", "a key that does not exist"],
  [usageHistory, "other-case", "the key in the other letter case"],
];

const wrongKeyCalls = wrongKeys.map(([plan, key, says]): ExchangePlan => {
  const name = plan.id.replace("account/", "");
  return {
    id: `account/refused/wrong-key-${name}`,
    operationId: plan.operationId,
    says: `${plan.says} with ${says}`,
    isValid: false,
    needs: [plan.id],
    write: (facts) => ofPair(name, facts, { key }),
  };
});

const lowerCaseBearer = balanceRead("account/lower-case-bearer", [], {
  says: "a request for the balance with the scheme in lower case",
  write: (facts) => balanceCall(facts, { keyPlace: "lower-case-scheme" }),
});

const noKey = balanceRead("account/refused/no-key", [], {
  says: "a request for the balance without a key",
  isValid: false,
  write: (facts) => readOffered(balancePair, facts, { key: "none" }),
});

const bareKey = historyRead("account/refused/bare-key", [], {
  says: "a request for the history with the key alone, without a scheme",
  isValid: false,
  write: (facts) => readOffered(historyPair, facts, { keyPlace: "bare" }),
});

/** Both path pairs, with the key and with wrong ones. */
export const pathCalls: ExchangePlan[] = [...pairs.flat(), ...wrongKeyCalls, lowerCaseBearer, noKey, bareKey];

/** Both paths for one purpose, where both are there, to be compared. */
const bothPaths = { requirements: ["R4.5"], provenance: "inferred" } as const;

const alive = rule("account", "alive", {
  sentence: "balance and history are both served under /usage, or both under /v1",
  requirements: ["R1.7", "R4.3", "R4.4", "R4.5"],
  provenance: "stated",
  reads: pairs.flat(),
  takesMissing: true,
  judge: judgeAlive,
});

/** Which paths there are, what they answer, and that they agree. */
export const pathRules: Rule[] = [
  alive,
  // Which of the pairs a deployment has is open; who serves one path of a pair has lost the other.
  rule("account", "listed-pair", {
    sentence: "if one path of a pair is served, the other is too",
    requirements: ["R4.3", "R4.4", "R4.5"],
    provenance: "stated",
    level: "should",
    reads: pairs.flat(),
    takesMissing: true,
    after: alive,
    judge: judgeHalves,
  }),
  ...pairs.flat().flatMap((plan) =>
    replyRules(plan, {
      requirements: requirementsOf.get(plan) ?? ["R4.5", "R1.7"],
      provenance: "stated",
      mediaType: "observed",
      shape: "observed",
    }),
  ),
  ...wrongKeyCalls.flatMap((refused) => refusalRules(refused, { condition: conditions.wrongKey })),
  ...refusalRules(noKey, { condition: conditions.noKey }),
  ...refusalRules(bareKey, {
    condition: conditions.noKey,
    requirements: ["R5.2"],
    // RFC 9110 has a scheme before all credentials; the specification shows one, and does not say that it is needed.
    provenance: "upstream",
  }),
  rule("account", "balances-agree", {
    ...bothPaths,
    sentence: "both paths for the balance answer with the same fields, if both exist",
    reads: { one: currentBalance, other: otherBalance },
    after: ["account/current-balance/schema", "account/balance/schema"],
    judge: judgeFields,
  }),
  rule("account", "histories-agree", {
    ...bothPaths,
    sentence: "both paths for the history answer with the same fields, if both exist",
    reads: { one: pointsHistory, other: usageHistory },
    after: ["account/points-history/schema", "account/usage-history/schema"],
    judge: judgeFields,
  }),
  rule("account", "balances-equal", {
    ...bothPaths,
    sentence: "both paths for the balance return the same balance, if both exist",
    level: "should",
    reads: { other: otherBalance, before: currentBalance, after: balanceFirst },
    after: "balances-agree",
    judge: judgeEqual,
  }),
  rule("account", "histories-equal", {
    ...bothPaths,
    sentence: "both paths for the history return the same entries, at the same cost, if both exist",
    reads: { later: usageHistory, earlier: pointsHistory },
    after: "histories-agree",
    judge: judgeSameHistory,
  }),
  rule(lowerCaseBearer, "", {
    sentence: "a key is accepted with the scheme in any letter case",
    requirements: ["R5.2"],
    // RFC 9110 says so of every scheme; the specification shows one spelling.
    provenance: "inferred",
    after: alive,
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
];

/** One whole pair is enough: of the other, no second half is looked for where the first is not there. */
function ofPair(name: string, { replyTo }: Facts, call: Call): Call | CannotCall {
  const [balance, history, other] = ["current-balance", "points-history", "balance"].map((each) =>
    replyTo(`account/${each}`),
  );
  if (name !== "usage-history" || balance?.status !== 200 || history?.status !== 200 || other !== undefined)
    return call;
  return { because: "the pair under /usage is whole, and /v1/balance is not offered", isNeedless: true };
}

function judgeAlive(exchanges: Exchange[]): Verdict {
  const isAlive = (plan: ExchangePlan) => exchanges.some((each) => each.plan.id === plan.id);
  if (pairs.some((pair) => pair.every(isAlive))) return pass;
  const missing = pairs.flat().filter((plan) => !isAlive(plan));
  const calls = missing.map((plan) => callOf({ plan })).join(", ");
  return broken({ message: `No pair is whole: not offered are ${calls}.`, expected: "one of the two path pairs" });
}

function judgeHalves(exchanges: Exchange[]): Verdict {
  for (const pair of pairs) {
    const [missing, ...others] = pair.filter((plan) => !exchanges.some((each) => each.plan.id === plan.id));
    const served = pair.find((plan) => plan !== missing);
    if (missing === undefined || served === undefined || others.length > 0) continue;
    const [here, gone] = [served, missing].map((plan) => callOf({ plan }));
    const message = `${here} is served, and ${gone}, which belongs to it, is not.`;
    return broken({ message, expected: `${gone} is served` });
  }
  return pass;
}

function judgeFields({ one, other }: Record<"one" | "other", Exchange>): Verdict {
  const fieldsOf = ({ reply }: Exchange) =>
    Object.keys(bodyOf(reply) ?? {})
      .sort()
      .join(", ");
  const [expected, actual] = [fieldsOf(one), fieldsOf(other)];
  if (expected === actual) return pass;
  return broken({ message: "The two paths have different fields.", expected, actual });
}

/** One path is read before the other and after it: what lies in between may be the work of others. */
function judgeEqual(read: Record<"before" | "other" | "after", Exchange>): Verdict {
  const [before, other, after] = [read.before, read.other, read.after].map(({ reply }) => balanceIn(reply));
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
function judgeSameHistory({ earlier, later }: Record<"earlier" | "later", Exchange>): Verdict {
  const costs = (exchange: Exchange) =>
    entriesIn(exchange.reply).map((entry) => [valueAt(entry, "/query_id"), valueAt(entry, "/cost_points")] as const);
  const known = new Map(costs(later));
  const entries = costs(earlier);
  const last = entries.findLastIndex(([id]) => known.has(id));
  for (const [id, cost] of entries.slice(0, last + 1)) {
    const pointer = "/data";
    if (!known.has(id)) {
      const message = `One path has the entry ${JSON.stringify(id)} among others, the other has not.`;
      return broken({ message, pointer });
    }
    const other = known.get(id);
    if (cost === other || cost === 0) continue;
    const message = `The entry ${JSON.stringify(id)} costs ${cost} points by one path and ${other} by the other.`;
    return broken({ message, expected: String(cost), actual: String(other), pointer });
  }
  return pass;
}
