import type { Provenance } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { planned } from "../../checks/define-rule.js";
import { judgeNoEntry, judgeNoFall } from "../../checks/records.js";
import { judgeErrorForm } from "../../checks/refusal-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { balanceIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { pass, type Verdict } from "../../rule.js";
import { skip, story } from "../../story.js";
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

/** Each kind of key in each interface where no other call of a run has it. */
const firstRows: Row[] = [
  ["revoked", [401], "models", "balance", "stream", "messages", "messages-own-header", "responses", "bots"],
  ["none", [401], "history", "bots", "files"],
  ["noPermission", [403], "stream", "messages", "responses", "bots"],
  ["noPoints", [200], "history"],
  ["noPoints", [402], "messages", "responses", "bots", "reply"],
  // A response of another account may as well be unknown.
  ["noPoints", [402, 400, 404], "kept-response"],
  ["noPoints", [200], "history-again", "balance-again"],
];

/** The areas that fail together with those: they are called after a run has tried what it may ask. */
const secondRows: Row[] = [
  ["revoked", [401], "history", "other-balance", "files", "videos"],
  ["noPermission", [200, 403], "models"],
  ["noPoints", [200], "models"],
];

/** Other paths and areas that take keys as those do: they are called as long as a run has calls left. */
const lateRows: Row[] = [
  ["revoked", [401], "other-history"],
  ["none", [401], "other-balance", "other-history"],
  ["noPermission", [200, 403], "balance"],
  ["none", [401], "videos"],
];

const { call, rule, ...told } = story("keys", { requirements: ["R5.1"], provenance: "stated" });

for (const row of firstRows) tellRow(row, 6);
for (const row of secondRows) tellRow(row, 10);
for (const row of lateRows) tellRow(row, 10.5);

/** The history of an account without points, before calls are refused for that. */
export const noPointsHistory: ExchangePlan = planned(told.exchanges)("keys/no-points-history");

const [historyAgain, balanceAgain] = ["history", "balance"].map((name) =>
  planned(told.exchanges)(`keys/no-points-${name}-again`),
) as [ExchangePlan, ExchangePlan]; // one for each name

export const noPermissionBalance: ExchangePlan = planned(told.exchanges)("keys/no-permission-balance");

// The account of the caller's own key is in use.
rule(
  `${balanceAgain.id}/unchanged`,
  "calls refused for lack of points have no entry in the history of the account, and cost nothing",
  {
    requirements: ["R7.7", "R8.3"],
    provenance: "observed",
    reads: [balanceAgain, historyAgain, noPointsBalance, noPointsHistory, whole.history],
    after: ["keys/no-points-reply", balanceAgain.id, historyAgain.id, "account/history-ids"],
  },
  (balanceLater, later, balance, earlier, callers) => {
    const own = idsIn(callers);
    if (idsIn(later).some((id) => own.includes(id)))
      return skip("The key without points sees the entries of the caller's own.");
    const meanwhile = "while calls were refused for lack of points";
    const fresh = newEntries(earlier, later);
    if (fresh.length > 0) return judgeNoEntry(fresh, { meanwhile, exchange: later });
    const [before, left] = [balance, balanceLater].map(balanceIn);
    return before !== undefined && left !== undefined && judgeNoFall(before, left, { meanwhile });
  },
);

export const otherRoutesTopic: Topic = told;

function tellRow([key, statuses, ...names]: Row, priority: number): void {
  const { name, says, requirements, after } = kinds[key];
  for (const routeName of names) {
    const { operationId, what, where = "", probe, write }: Route = routes[routeName];
    const needs = routeName.endsWith("-again") ? [`keys/${name}-history`, `keys/${name}-reply`] : [probe ?? []].flat();
    const plan = call(`${name}-${routeName}`, {
      operationId,
      says: `${what} ${says}${where}`,
      isValid: statuses.includes(200),
      priority,
      ...(needs.length > 0 && { needs }),
      write: (facts) => {
        const asked = write(facts);
        return "because" in asked ? asked : { ...asked, key };
      },
    });
    rule(
      plan.id,
      `${plan.says} ${saysOf(statuses)}`,
      {
        requirements: [...requirements, ...(routeName === "stream" ? ["R6.3"] : [])],
        provenance: provenanceOf(key, routeName, statuses),
        // Where the account is answered at all, that says it.
        after: routeName === "kept-response" ? `keys/${name}-responses` : after,
      },
      (exchange) => judgeStatuses(exchange, statuses),
    );
    if ((key === "revoked" || key === "noPoints") && !plan.isValid)
      rule(
        `${plan.id}/error`,
        `the refusal of ${plan.says} is an error of the documented form`,
        { requirements, after: [plan.id, `${after}/members`, `${after}/media-type`] },
        judgeErrorForm,
      );
  }
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
  if (!statuses.includes(200)) return `is refused with status ${statuses.join(" or ")}`;
  return statuses.includes(403) ? "is answered, or refused with status 403" : "is answered";
}

function judgeStatuses(exchange: Exchange, statuses: number[]): Verdict {
  const status = exchange.reply?.status ?? 0;
  if (statuses.includes(status)) return pass;
  return judgeStatus(exchange, statuses.at(-1) ?? 200, { isWanted: status === 402 });
}
