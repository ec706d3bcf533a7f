import type { Provenance } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { judgeErrorForm } from "../../checks/refusal-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import { judgeNoEntry, judgeNoFall } from "../../checks/untouched.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { balanceIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { pass, type Rule, type Verdict } from "../../rule.js";
import { whole } from "../account/readings.js";
import { noPointsBalance } from "./kinds.js";
import { type Route, type RouteName, routes } from "./routes.js";

/** Kinds of keys, what is stated of each, and the rule on the call that a run makes with it in any case. */
const kinds = {
  revoked: { name: "revoked", says: "with a revoked key", requirements: ["R5.4"], after: "keys/revoked" },
  noPermission: {
    name: "no-permission",
    says: "with a key without permission",
    requirements: ["R5.3", "R7.1"],
    after: "keys/no-permission",
  },
  noPoints: {
    name: "no-points",
    says: "with the key of an account without points",
    requirements: ["R7.7", "R5.1"],
    after: "keys/no-points",
  },
  none: { name: "no-key", says: "without a key", requirements: ["R5.1", "R5.3"], after: "chat/refused/no-key" },
};

/** A kind of key on some routes, and the statuses that are right there. */
type Row = [key: keyof typeof kinds, statuses: number[], ...routes: RouteName[]];

/** Each kind of key in each area where no other call of a run has it. */
const firstRows: Row[] = [
  ["revoked", [401], "stream", "messages", "messages-own-header", "responses", "bots"],
  ["revoked", [401], "history", "other-balance", "files", "videos"],
  ["none", [401], "history", "bots", "files"],
  ["noPermission", [403], "stream", "messages", "responses", "bots"],
  ["noPermission", [200, 403], "models"],
  ["noPoints", [200], "history"],
  ["noPoints", [402], "messages", "responses", "bots", "reply"],
  ["noPoints", [200], "history-again", "balance-again", "models"],
];

/** Other paths and areas that take keys as those do: they are called as long as a run has calls left. */
const lateRows: Row[] = [
  ["revoked", [401], "other-history"],
  ["none", [401], "other-balance", "other-history"],
  ["noPermission", [200, 403], "balance"],
  ["none", [401], "videos"],
];

const cases = [...firstRows.flatMap((row) => casesOf(row, 6)), ...lateRows.flatMap((row) => casesOf(row, 6.5))];

/** Calls with other keys that are made when all else is judged. */
export const keyRouteCalls: ExchangePlan[] = cases.map(({ plan }) => plan);

/** The history of an account without points, before calls are refused for that. */
export const noPointsHistory: ExchangePlan = planOf("noPoints", "history");

const [historyAgain, balanceAgain] = [planOf("noPoints", "history-again"), planOf("noPoints", "balance-again")];

export const noPermissionBalance: ExchangePlan = planOf("noPermission", "balance");

/** Keys of all kinds on all paths and in streams, where the call that a run makes with them in any case is right. */
export const keyRouteRules: Rule[] = [
  ...cases.flatMap(({ rules }) => rules),
  rule(balanceAgain, "unchanged", {
    sentence: "calls refused for lack of points have no entry in the history of the account, and cost nothing",
    requirements: ["R7.7", "R8.3"],
    provenance: "observed",
    reads: {
      left: balanceAgain,
      later: historyAgain,
      told: noPointsBalance,
      earlier: noPointsHistory,
      own: whole.history,
    },
    after: ["keys/no-points-reply", balanceAgain.id, historyAgain.id, "account/history-ids"],
    judge: judgeUnchanged,
  }),
];

function casesOf([key, statuses, ...names]: Row, priority: number) {
  const { name, says, requirements, after } = kinds[key];
  return names.map((routeName) => {
    const { operationId, what, where = "", probe, write }: Route = routes[routeName];
    const needs = routeName.endsWith("-again") ? [`keys/${name}-history`, `keys/${name}-reply`] : [probe ?? []].flat();
    const plan: ExchangePlan = {
      id: `keys/${name}-${routeName}`,
      operationId,
      says: `${what} ${says}${where}`,
      isValid: statuses.includes(200),
      priority,
      ...(needs.length > 0 && { needs }),
      write: (facts) => {
        const call = write(facts);
        return "because" in call ? call : { ...call, key };
      },
    };
    const status = rule(plan, "", {
      sentence: `${plan.says} ${saysOf(statuses)}`,
      requirements: [...requirements, ...(routeName === "stream" ? ["R6.3"] : [])],
      provenance: provenanceOf(key, routeName, statuses),
      after,
      judge: (exchange) => judgeStatuses(exchange, statuses),
    });
    const error = rule(plan, "error", {
      sentence: `the refusal of ${plan.says} is an error of the documented form`,
      requirements,
      provenance: "stated",
      after: [plan.id, `${after}/members`, `${after}/media-type`],
      judge: judgeErrorForm,
    });
    const hasForm = (key === "revoked" || key === "noPoints") && !plan.isValid;
    return { key, routeName, plan, rules: hasForm ? [status, error] : [status] };
  });
}

function planOf(key: keyof typeof kinds, routeName: RouteName): ExchangePlan {
  const found = cases.find((each) => each.key === key && each.routeName === routeName);
  if (found === undefined) throw new Error(`No call has the key ${key} on ${routeName}.`);
  return found.plan;
}

/**
 * The specification says of keys what holds for all endpoints (R5.1), and shows neither bots nor files. What only reads is
 * free on known deployments; the specification says that each request costs points.
 */
function provenanceOf(key: string, routeName: string, statuses: number[]): Provenance {
  const isShown = !["bots", "files", "videos"].includes(routeName);
  return isShown && !(statuses.includes(200) && key === "noPoints") ? "stated" : "observed";
}

function saysOf(statuses: number[]): string {
  if (!statuses.includes(200)) return `is refused with status ${statuses[0]}`;
  return statuses.includes(403) ? "is answered, or refused with status 403" : "is answered";
}

function judgeStatuses(exchange: Exchange, statuses: number[]): Verdict {
  const status = exchange.reply?.status ?? 0;
  if (status < 400 && statuses.includes(status)) return pass;
  return judgeStatus(exchange, statuses.at(-1) ?? 200, { isWanted: status === 402 });
}

/** The account of the caller's own key is in use. */
function judgeUnchanged(read: Record<"earlier" | "later" | "told" | "left" | "own", Exchange>): Verdict {
  const own = idsIn(read.own.reply);
  if (idsIn(read.later.reply).some((id) => own.includes(id)))
    return { outcome: "skip", reason: "The key without points sees the entries of the caller's own." };
  const meanwhile = "while calls were refused for lack of points";
  const fresh = newEntries(read.earlier.reply, read.later.reply);
  if (fresh.length > 0) return judgeNoEntry(fresh, { meanwhile, exchange: read.later });
  const [told, left] = [read.told, read.left].map(({ reply }) => balanceIn(reply));
  return told === undefined || left === undefined ? pass : judgeNoFall(told, left, { meanwhile });
}
