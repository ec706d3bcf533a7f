import { valueAt } from "@model-access/contract";
import { conditions } from "../../checks/conditions.js";
import { type Find, planned, ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Call, CannotCall, Exchange, ExchangePlan, Facts, KeyName } from "../../exchange.js";
import { balanceIn, entriesIn } from "../../reading/account-reading.js";
import { callOf } from "../../reading/describe.js";
import {
  balancePair,
  balanceRead,
  historyPair,
  historyRead,
  readOffered,
  readUnder,
} from "../../requests/account-reads.js";
import { broken, levelOf, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf, type WireReply } from "../../wire/wire.js";

/** The two path pairs (R4.5); a deployment may have one of them only. */
const accountPaths = [
  { name: "current-balance", operationId: "getCurrentBalance", says: "a request for the balance under /usage" },
  { name: "points-history", operationId: "listPointsHistory", says: "a request for the history under /usage" },
  { name: "balance", operationId: "getBalance", says: "a request for the balance under /v1" },
  { name: "usage-history", operationId: "listUsageHistory", says: "a request for the history under /v1" },
];

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

const lowerCaseBearerCall: ExchangePlan = {
  ...balanceRead("account/lower-case-bearer", []),
  says: "a request for the balance with the scheme in lower case",
  write: (facts) => readUnder(balancePair, facts, { keyPlace: "lower-case-scheme" }),
};

const noKeyCall: ExchangePlan = balanceRead("account/refused/no-key", [], {
  says: "a request for the balance without a key",
  isValid: false,
  write: (facts) => readOffered(balancePair, facts, { key: "none" }),
});

const bareKeyCall: ExchangePlan = historyRead("account/refused/bare-key", [], {
  says: "a request for the history with the key alone, without a scheme",
  isValid: false,
  write: (facts) => readOffered(historyPair, facts, { keyPlace: "bare" }),
});

/** Both path pairs, with the key and with wrong ones. */
export const pathCalls: ExchangePlan[] = [
  ...accountPaths.map(({ name, operationId, says }): ExchangePlan => {
    const write = (facts: Facts) => ofPair(name, facts, {});
    return { id: `account/${name}`, operationId, says, isValid: true, mayBeAbsent: true, write };
  }),
  ...accountPaths.map(({ name, operationId, says }): ExchangePlan => {
    return {
      id: `account/refused/wrong-key-${name}`,
      operationId,
      says: `${says} with ${wrongKeyOf(name).says}`,
      isValid: false,
      needs: [`account/${name}`],
      write: (facts) => ofPair(name, facts, { key: wrongKeyOf(name).key }),
    };
  }),
  lowerCaseBearerCall,
  noKeyCall,
  bareKeyCall,
];

const plan = planned(pathCalls);

/** Which paths there are, what they answer, and that they agree. */
export const pathRules: Rule[] = [
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
  ...pathCalls
    .filter(({ id }) => id.startsWith("account/refused/wrong-key"))
    .flatMap((refused) => refusalRules(refused, { condition: conditions.wrongKey })),
  ...refusalRules(noKeyCall, { condition: conditions.noKey }),
  ...refusalRules(bareKeyCall, {
    condition: conditions.noKey,
    requirements: ["R5.2"],
    // RFC 9110 has a scheme before all credentials; the specification shows one, and does not say that it is needed.
    provenance: "upstream",
  }),
  agreeRule({ name: "balances-agree", what: "balance", ids: ["account/current-balance", "account/balance"] }),
  agreeRule({ name: "histories-agree", what: "history", ids: ["account/points-history", "account/usage-history"] }),
  ruleOnExchanges({
    id: "account/balances-equal",
    sentence: "Both paths for the balance tell the same balance, where both are there.",
    requirements: ["R4.5"],
    provenance: "inferred",
    level: "should",
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
  {
    ...ruleOn(lowerCaseBearerCall, {
      sentence: "a key is taken whatever the letter case of the scheme",
      requirements: ["R5.2"],
      // RFC 9110 says so of every scheme; the specification shows one spelling.
      provenance: "inferred",
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
    after: "account/alive",
  },
];

/** A wrong key of another kind for each purpose: one that is taken for right shows how keys are compared. */
function wrongKeyOf(name: string): { key: KeyName; says: string } {
  if (name.endsWith("history")) return { key: "other-case", says: "the key in the other letter case" };
  if (name === "current-balance") return { key: "longer", says: "a key that is one character too long" };
  return { key: "wrong", says: "a key that does not exist" };
}

/** One whole pair is enough: of the other, no second half is looked for where the first is not there. */
function ofPair(name: string, { replyTo }: Facts, call: Call): Call | CannotCall {
  const [balance, history, otherBalance] = ["current-balance", "points-history", "balance"].map((each) =>
    replyTo(`account/${each}`),
  );
  if (name !== "usage-history" || balance?.status !== 200 || history?.status !== 200 || otherBalance !== undefined)
    return call;
  return { because: "the pair under /usage is whole, and /v1/balance is not offered", isNeedless: true };
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

function judgeAlive(exchanges: Exchange[]): Verdict {
  const alive = exchanges.map(({ plan: { id } }) => id);
  if (pairs.some((pair) => pair.every((id) => alive.includes(id)))) return pass;
  const missing = pairs.flat().filter((id) => !alive.includes(id));
  const calls = missing.map((id) => callOf({ plan: plan(id) })).join(", ");
  return broken({ message: `No pair is whole: not offered are ${calls}.`, expected: "one of the two path pairs" });
}
