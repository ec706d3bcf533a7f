import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { refusal } from "../../checks/refusal.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Call, CannotCall, Exchange, ExchangePlan, Facts, KeyName } from "../../exchange.js";
import { balanceAt, balanceIn, entriesIn } from "../../reading/account-reading.js";
import { callOf } from "../../reading/describe.js";
import { balancePair, balanceRead, historyPair, readOffered } from "../../requests/account-reads.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { weightOfEntry } from "./pages.js";
import { first } from "./readings.js";

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

/** Both pairs of paths: R4.5 leaves open which is authoritative, so either will do. */
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
  [usageHistory, "headless", "the key without its first three characters"],
];

const wrongKeyCalls = wrongKeys.map(([plan, key, says]) => {
  const name = plan.id.replace("account/", "");
  return refusal(
    `account/refused/wrong-key-${name}`,
    {
      operationId: plan.operationId,
      says: `${plan.says} with ${says}`,
      needs: [plan.id],
      write: (facts) => ofPair(name, facts, { key }),
    },
    { reason: "wrongKey" },
  );
});

const lowerCaseBearer = balanceRead("account/lower-case-bearer", [], {
  says: "a request for the balance with the scheme in lower case",
  call: { keyPlace: "lower-case-scheme" },
});

const noKey = refusal(
  "account/refused/no-key",
  {
    operationId: balancePair[0],
    says: "a request for the balance without a key",
    topic: "security",
    write: (facts) => readOffered(balancePair, facts, { key: "none" }),
  },
  { reason: "noKey" },
);

const bareKey = refusal(
  "account/refused/bare-key",
  {
    operationId: historyPair[0],
    says: "a request for the history with the key alone, without a scheme",
    topic: "security",
    priority: 6.6,
    write: (facts) => readOffered(historyPair, facts, { keyPlace: "bare" }),
  },
  // RFC 9110 has a scheme before all credentials; the specification shows one, and does not say that it is needed.
  { reason: "noKey", requirements: ["R5.2"], provenance: "upstream" },
);

const refusals = [...wrongKeyCalls, noKey, bareKey];

/** Both path pairs, with the key and with wrong ones. */
export const pathCalls: ExchangePlan[] = [
  ...pairs.flat(),
  ...wrongKeyCalls.map(({ plan }) => plan),
  ...[lowerCaseBearer, noKey.plan, bareKey.plan],
];

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

/** Rules on the account paths that exist, what they answer, and that they agree. */
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
      weight: weightOfEntry,
    }),
  ),
  ...refusals.flatMap(({ rules }) => rules),
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
    topic: "money",
    ...bothPaths,
    sentence: "both paths for the balance return the same balance, if both exist",
    level: "should",
    reads: { other: otherBalance, before: currentBalance, after: first.balance },
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

const servedIn =
  (exchanges: Exchange[]) =>
  ({ id }: ExchangePlan): boolean =>
    exchanges.some(({ plan }) => plan.id === id);

function judgeAlive(exchanges: Exchange[]): Verdict {
  const isServed = servedIn(exchanges);
  const missing = pairs.flat().filter((plan) => !isServed(plan));
  const message = `No pair is whole: not offered are ${missing.map((plan) => callOf({ plan })).join(", ")}.`;
  const isWhole = pairs.some((pair) => pair.every(isServed));
  return passIf(isWhole, { message, expected: "one of the two path pairs" });
}

function judgeHalves(exchanges: Exchange[]): Verdict {
  const isServed = servedIn(exchanges);
  const half = pairs.find((pair) => pair.filter(isServed).length === 1);
  if (half === undefined) return pass;
  const [here, gone] = half.toSorted((one) => (isServed(one) ? -1 : 1)).map((plan) => callOf({ plan }));
  const message = `${here} is served, and ${gone}, which belongs to it, is not.`;
  return broken({ message, expected: `${gone} is served` });
}

function judgeFields({ one, other }: Record<"one" | "other", Exchange>): Verdict {
  const [expected, actual] = [one, other].map(({ reply }) =>
    Object.keys(bodyOf(reply) ?? {})
      .sort()
      .join(", "),
  );
  return passIf(expected === actual, { message: "The two paths have different fields.", expected, actual });
}

/** One path is read before the other and after it: what lies in between may be the work of others. */
function judgeEqual(read: Record<"before" | "other" | "after", Exchange>): Verdict {
  const [before, other, after] = [read.before, read.other, read.after].map(({ reply }) => balanceIn(reply));
  if (before === undefined || other === undefined || after === undefined) return pass;
  const message = `One path says ${before} points, and later ${after}; in between, the other says ${other}.`;
  const isBetween = other >= Math.min(before, after) && other <= Math.max(before, after);
  return passIf(isBetween, { message, expected: before, actual: other, pointer: balanceAt });
}

/** The pages are read one after the other: what came in between is in the later one only, and a cost of 0 may be late. */
function judgeSameHistory({ earlier, later }: Record<"earlier" | "later", Exchange>): Verdict {
  const costs = (exchange: Exchange) =>
    entriesIn(exchange.reply).map((entry) => [valueAt(entry, "/query_id"), valueAt(entry, "/cost_points")] as const);
  const [entries, known] = [costs(earlier), new Map(costs(later))];
  const last = entries.findLastIndex(([id]) => known.has(id));
  const pointer = "/data";
  for (const [id, expected] of entries.slice(0, last + 1)) {
    const message = `One path has the entry ${JSON.stringify(id)} among others, the other has not.`;
    if (!known.has(id)) return broken({ message, pointer });
    const actual = known.get(id);
    if (expected === actual || expected === 0) continue;
    const differs = `The entry ${JSON.stringify(id)} costs ${expected} points by one path and ${actual} by the other.`;
    return broken({ message: differs, expected, actual, pointer });
  }
  return pass;
}
