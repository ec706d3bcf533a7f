import type { Topic } from "../../area.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import type { Call, CannotCall, Exchange, ExchangePlan, Facts, KeyName } from "../../exchange.js";
import { balanceAt, balanceIn, entriesIn } from "../../reading/account-reading.js";
import { callOf } from "../../reading/describe.js";
import { balancePair, balanceRead, historyPair, readOffered } from "../../requests/account-reads.js";
import { type Judged, story } from "../../story.js";
import { weightOfEntry } from "./pages.js";
import { first } from "./readings.js";

const { call, add, reply, refused, rule, ...told } = story("account", {
  requirements: ["R4.3", "R4.4", "R4.5"],
  provenance: "stated",
});

const pathOf = (name: string, operationId: string, says: string): ExchangePlan =>
  call(name, { operationId, says, mayBeAbsent: true, write: (facts) => ofPair(name, facts, {}) });

/** The two path pairs (R4.5), either of which will do; a deployment may have one of them only. */
export const currentBalance = pathOf("current-balance", "getCurrentBalance", "a request for the balance under /usage");
export const pointsHistory = pathOf("points-history", "listPointsHistory", "a request for the history under /usage");
export const otherBalance = pathOf("balance", "getBalance", "a request for the balance under /v1");
export const usageHistory = pathOf("usage-history", "listUsageHistory", "a request for the history under /v1");

const pairs = [
  [currentBalance, pointsHistory],
  [otherBalance, usageHistory],
];

/** Each path with what is stated of it, and a wrong key of another kind: one that is taken for right shows how keys are compared. */
const paths: [ExchangePlan, requirements: string[], key: KeyName, says: string][] = [
  [currentBalance, ["R4.3", "R1.7", "R2.8"], "longer", "a key that is one character too long"],
  [pointsHistory, ["R4.4", "R1.7", "R2.8"], "other-case", "the key in the other letter case"],
  [otherBalance, ["R4.5", "R1.7"], "wrong", "a key that does not exist"],
  [usageHistory, ["R4.5", "R1.7"], "headless", "the key without its first three characters"],
];

const alive = rule(
  "alive",
  "balance and history are both served under /usage, or both under /v1",
  { requirements: ["R1.7", "R4.3", "R4.4", "R4.5"], reads: pairs.flat(), takesMissing: true },
  (...read) => {
    const missing = pairs.flat().filter((plan) => !isIn(read, plan));
    const message = `No pair is whole: not offered are ${missing.map((plan) => callOf({ plan })).join(", ")}.`;
    const isWhole = pairs.some((pair) => pair.every((plan) => isIn(read, plan)));
    return !isWhole && { message, expected: "one of the two path pairs" };
  },
);

// Which of the pairs a deployment has is open; who serves one path of a pair has lost the other.
rule(
  "listed-pair",
  "if one path of a pair is served, the other is too",
  { level: "should", reads: pairs.flat(), takesMissing: true, after: alive },
  (...read) => {
    const half = pairs.find((pair) => pair.filter((plan) => isIn(read, plan)).length === 1) ?? [];
    const [here, gone] = half.toSorted((one) => (isIn(read, one) ? -1 : 1)).map((plan) => callOf({ plan }));
    const message = `${here} is served, and ${gone}, which belongs to it, is not.`;
    return gone !== undefined && { message, expected: `${gone} is served` };
  },
);

for (const [plan, requirements] of paths) reply(plan, { requirements, weight: weightOfEntry });

for (const [plan, , key, says] of paths) {
  const name = plan.id.replace("account/", "");
  refused(
    `refused/wrong-key-${name}`,
    {
      operationId: plan.operationId,
      says: `${plan.says} with ${says}`,
      needs: [plan.id],
      write: (facts) => ofPair(name, facts, { key }),
    },
    { reason: "wrongKey" },
  );
}

add(
  balanceRead("account/lower-case-bearer", [], {
    says: "a request for the balance with the scheme in lower case",
    priority: 20,
    call: { keyPlace: "lower-case-scheme" },
  }),
);

refused(
  "refused/no-key",
  {
    operationId: balancePair[0],
    says: "a request for the balance without a key",
    topic: "security",
    write: (facts) => readOffered(balancePair, facts, { key: "none" }),
  },
  { reason: "noKey" },
);

refused(
  "refused/bare-key",
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

/** Both paths for one purpose, where both are there, to be compared. */
const bothPaths = { requirements: ["R4.5"], provenance: "inferred" } as const;

rule(
  "balances-agree",
  "both paths for the balance answer with the same fields, if both exist",
  {
    ...bothPaths,
    reads: [currentBalance, otherBalance],
    after: ["account/current-balance/schema", "account/balance/schema"],
  },
  judgeFields,
);

rule(
  "histories-agree",
  "both paths for the history answer with the same fields, if both exist",
  {
    ...bothPaths,
    reads: [pointsHistory, usageHistory],
    after: ["account/points-history/schema", "account/usage-history/schema"],
  },
  judgeFields,
);

// One path is read before the other and after it: what lies in between may be the work of others.
rule(
  "balances-equal",
  "both paths for the balance return the same balance, if both exist",
  {
    ...bothPaths,
    topic: "money",
    level: "should",
    reads: [otherBalance, currentBalance, first.balance],
    after: "balances-agree",
  },
  (...read) => {
    const [other, before, after] = read.map(balanceIn);
    if (before === undefined || other === undefined || after === undefined) return undefined;
    const message = `One path says ${before} points, and later ${after}; in between, the other says ${other}.`;
    const isBetween = other >= Math.min(before, after) && other <= Math.max(before, after);
    return !isBetween && { message, expected: before, actual: other, pointer: balanceAt };
  },
);

// The pages are read one after the other: what came in between is in the later one only, and a cost of 0 may be late.
rule(
  "histories-equal",
  "both paths for the history return the same entries, at the same cost, if both exist",
  { ...bothPaths, reads: [usageHistory, pointsHistory], after: "histories-agree" },
  (later, earlier) => {
    const known = new Map(entriesIn(later).map(({ query_id, cost_points }) => [query_id, cost_points]));
    const entries = entriesIn(earlier);
    const last = entries.findLastIndex(({ query_id }) => known.has(query_id));
    for (const { query_id: id, cost_points: expected } of entries.slice(0, last + 1)) {
      const message = `One path has the entry ${JSON.stringify(id)} among others, the other has not.`;
      if (!known.has(id)) return { message, pointer: "/data" };
      const actual = known.get(id);
      if (expected === actual || expected === 0) continue;
      const differs = `The entry ${JSON.stringify(id)} costs ${expected} points by one path and ${actual} by the other.`;
      return { message: differs, expected, actual, pointer: "/data" };
    }
    return undefined;
  },
);

// RFC 9110 says so of every scheme; the specification shows one spelling.
rule(
  "lower-case-bearer",
  "a key is accepted with the scheme in any letter case",
  { requirements: ["R5.2"], provenance: "inferred", after: alive },
  (bearer) => judgeStatus(bearer, 200),
);

export const pathsTopic: Topic = told;

/** One whole pair is enough: of the other, no second half is looked for where the first is not there. */
function ofPair(name: string, { replyTo }: Facts, asked: Call): Call | CannotCall {
  const [balance, history, other] = ["current-balance", "points-history", "balance"].map((each) =>
    replyTo(`account/${each}`),
  );
  if (name !== "usage-history" || balance?.status !== 200 || history?.status !== 200 || other !== undefined)
    return asked;
  return { because: "the pair under /usage is whole, and /v1/balance is not offered", isNeedless: true };
}

const isIn = (read: (Exchange | undefined)[], { id }: ExchangePlan) => read.some((each) => each?.plan.id === id);

function judgeFields(one: Exchange, other: Exchange): Judged {
  const [expected, actual] = [one, other].map(({ reply: body }) =>
    Object.keys(bodyOf(body) ?? {})
      .sort()
      .join(", "),
  );
  return expected !== actual && { message: "The two paths have different fields.", expected, actual };
}
