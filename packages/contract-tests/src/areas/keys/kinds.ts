import type { Topic } from "../../area.js";
import { judgeStatus } from "../../checks/reply.js";
import type { Facts, KeyName } from "../../exchange.js";
import { balanceAt, balanceIn, costOf, newEntries } from "../../reading/account-reading.js";
import { balanceRead, historyRead } from "../../requests/account-reads.js";
import { withModel } from "../../requests/questions.js";
import { chatSubject } from "../../requests/subjects.js";
import { story } from "../../story.js";
import { before, settled } from "../account/readings.js";

const { add, refused, rule, ...told } = story("keys", { requirements: ["R5.4"], provenance: "stated" });

const chatWith = (key: KeyName, says: string, more: Record<string, unknown> = {}) => ({
  operationId: "createChatCompletion",
  says,
  write: (facts: Facts) => withModel(facts, "chat", () => ({ json: { ...chatSubject.ask(facts), ...more }, key })),
});

refused("revoked", chatWith("revoked", "a chat completion with a revoked key"), {
  reason: "revokedKey",
  isWanted: true,
});

refused("no-permission", chatWith("noPermission", "a chat completion with a key without permission"), {
  reason: "noPermission",
  isWanted: true,
  isBodyStated: false,
});

export const noPoints = refused(
  "no-points",
  chatWith("noPoints", "a streamed chat completion of an account without points", { stream: true }),
  { reason: "noPoints", isWanted: true },
);

export const noPointsBalance = balanceRead("keys/no-points-balance", [], {
  says: "a request for the balance of an account without points",
  call: { key: "noPoints" },
});

export const noPermissionHistory = historyRead("keys/no-permission-history", [], {
  says: "a request for the history with a key without permission",
  call: { key: "noPermission" },
});

add(noPointsBalance, noPermissionHistory);

// What only reads is free on known deployments; the specification says that each request costs points.
rule(
  noPointsBalance.id,
  "an account without points can read its balance",
  { requirements: ["R5.1", "R7.1"], provenance: "observed" },
  (exchange) => judgeStatus(exchange, 200, { isWanted: exchange.reply?.status === 402 }),
);

// A deployment may give a key less than its account has. The longer completion costs more than the refused one would have.
rule(
  `${noPointsBalance.id}/low`,
  "an account whose completions are refused for lack of points has a low balance",
  {
    requirements: ["R7.7", "R5.1"],
    provenance: "inferred",
    reads: [noPointsBalance, before.history, settled.history],
    after: [noPointsBalance.id, noPoints.id, "account/cost-recorded"],
  },
  (told, before, settled) => {
    const [actual, cost] = [balanceIn(told), costOf(newEntries(before, settled))];
    const message = `A completion is refused for lack of points; the balance is ${actual ?? "no number"}, and a longer one cost ${cost}.`;
    const isLow = actual !== undefined && actual <= cost;
    return !isLow && { message, expected: `at most ${cost}`, actual: `${actual}`, pointer: balanceAt };
  },
);

rule(
  noPermissionHistory.id,
  "a key without permission reads the history, or is refused with status 403",
  { requirements: ["R5.3", "R7.1"] },
  (exchange) => exchange.reply?.status !== 200 && judgeStatus(exchange, 403),
);

export const kindsTopic: Topic = told;
