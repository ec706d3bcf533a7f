import type { Provenance } from "@model-access/contract";
import { type Find, planned, ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { judgeErrorForm } from "../../checks/invalid-request-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import type { Call, CannotCall, Exchange, ExchangePlan, Facts, KeyName } from "../../exchange.js";
import { balanceIn, idsIn, newEntries } from "../../reading/account-reading.js";
import { balanceCall, historyCall } from "../../requests/account-reads.js";
import { botQuery } from "../../requests/bot-query.js";
import { chatSubject } from "../../requests/chat-request.js";
import { messagesSubject } from "../../requests/message-request.js";
import { responsesSubject } from "../../requests/response-request.js";
import { question, withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

/** What is asked for with a key. */
type Path = keyof typeof operations;

/** One call with a key of some kind, and the statuses that are right. */
interface KeyCase {
  key: KeyName;
  path: Path;
  statuses: number[];
  /** The key in a few words, to follow "with". */
  says: string;
  /** True where its call is made as long as there is room for it only. */
  isLate?: true;
}

const operations = {
  reply: { operationId: "createChatCompletion", what: "a chat completion" },
  stream: { operationId: "createChatCompletion", what: "a streamed chat completion" },
  models: { operationId: "listModels", what: "a request for the model list" },
  balance: { operationId: "getCurrentBalance", what: "a request for the balance" },
  history: { operationId: "listPointsHistory", what: "a request for the history" },
  "balance-again": { operationId: "getCurrentBalance", what: "another request for the balance" },
  "history-again": { operationId: "listPointsHistory", what: "another request for the history" },
  "other-balance": { operationId: "getBalance", what: "a request for the balance under /v1" },
  "other-history": { operationId: "listUsageHistory", what: "a request for the history under /v1" },
  messages: { operationId: "createMessage", what: "a message", probe: "messages/reply" },
  responses: { operationId: "createResponse", what: "a response", probe: "responses/reply" },
  bots: { operationId: "queryBot", what: "a query of a bot", probe: "bots/stream" },
  files: { operationId: "uploadFile", what: "an upload", probe: "files/refused/missing-file" },
  videos: { operationId: "retrieveVideo", what: "a request for a video", probe: "videos/refused/missing-prompt" },
} satisfies Record<string, { operationId: string; what: string; probe?: string }>;

const noPermission: Pick<KeyCase, "key" | "says"> = { key: "noPermission", says: "with a key without permission" };

const noPoints: Pick<KeyCase, "key" | "says"> = {
  key: "noPoints",
  says: "with the key of an account without points",
};

const revoked: Omit<KeyCase, "path"> = { key: "revoked", says: "with a revoked key", statuses: [401] };

const none: Omit<KeyCase, "path"> = { key: "none", says: "without a key", statuses: [401] };

/** Each kind of key where no other call of a run has it: those that are most often forgotten come first. */
const lastKeyCases: KeyCase[] = [
  { ...revoked, path: "stream" },
  { ...noPermission, path: "stream", statuses: [403] },
  { ...none, path: "history" },
  { ...revoked, path: "history" },
  ...onInterfaces(revoked, ["messages", "responses", "bots"]),
  ...onInterfaces({ ...noPermission, statuses: [403] }, ["messages", "responses", "bots"]),
  ...onInterfaces({ ...noPoints, statuses: [402] }, ["messages", "responses"]),
  ...onInterfaces(none, ["bots", "files"]),
  ...late([
    { ...noPoints, path: "history", statuses: [200] },
    { ...noPoints, path: "reply", statuses: [402] },
    { ...noPoints, path: "history-again", statuses: [200] },
    { ...noPoints, path: "balance-again", statuses: [200] },
    { ...noPoints, path: "models", statuses: [200] },
    { ...noPermission, path: "models", statuses: [200, 403] },
    { ...noPermission, path: "balance", statuses: [200, 403] },
    { ...none, path: "other-balance" },
    { ...none, path: "other-history" },
    { ...revoked, path: "other-balance" },
    { ...revoked, path: "other-history" },
    ...onInterfaces(revoked, ["files", "videos"]),
    ...onInterfaces(none, ["videos"]),
    ...onInterfaces({ ...noPoints, statuses: [402] }, ["bots"]),
  ]),
];

function onInterfaces(each: Omit<KeyCase, "path">, paths: Path[]): KeyCase[] {
  return paths.map((path) => ({ ...each, path }));
}

function late(cases: KeyCase[]): KeyCase[] {
  return cases.map((each) => ({ ...each, isLate: true }));
}

const names: Partial<Record<KeyName, string>> = {
  noPermission: "no-permission",
  noPoints: "no-points",
  none: "no-key",
};

const keyCaseId = ({ key, path }: KeyCase): string => `keys/${names[key] ?? key}-${path}`;

/** Calls with other keys that are made when all else is judged. */
export const keyRouteCalls: ExchangePlan[] = lastKeyCases.map((each) => {
  const { operationId, what, probe }: { operationId: string; what: string; probe?: string } = operations[each.path];
  return {
    id: keyCaseId(each),
    operationId,
    says: `${what} ${each.says}`,
    isValid: each.statuses.includes(200),
    priority: each.isLate ? 8 : 6,
    ...(probe !== undefined && { needs: [probe] }),
    ...(each.path.endsWith("again") && {
      needs: [keyCaseId({ ...each, path: "history" }), keyCaseId({ ...each, path: "reply" })],
    }),
    write: (facts) => writeCase(each, facts),
  };
});

const plan = planned(keyRouteCalls);

const notThere: CannotCall = { because: "the account is not told under both paths", isNeedless: true };

/** What is known of a kind of key, and the rule on the call that a run makes with it in any case. */
const kinds: Partial<Record<KeyName, Pick<Rule, "requirements" | "provenance"> & { after: string }>> = {
  noPermission: { requirements: ["R5.3", "R7.1"], provenance: "stated", after: "keys/no-permission" },
  noPoints: { requirements: ["R7.7", "R5.1"], provenance: "stated", after: "keys/no-points" },
  revoked: { requirements: ["R5.4"], provenance: "stated", after: "keys/revoked" },
  none: { requirements: ["R5.1", "R5.3"], provenance: "stated", after: "chat/refused/no-key" },
};

const exchangeOf = (exchange: Exchange | undefined) => (exchange === undefined ? {} : { exchange });

/** Keys of all kinds on all paths and in streams, where the call that a run makes with them in any case is right. */
export const keyRouteRules: Rule[] = [
  ...lastKeyCases.flatMap(rulesOnCase),
  ruleOnExchanges({
    id: "keys/no-points-balance-again/unchanged",
    sentence: "What is refused for lack of points has no entry in the history of its account, and costs nothing.",
    requirements: ["R7.7", "R8.3"],
    provenance: "observed",
    exchanges: [
      "keys/no-points-balance-again",
      "keys/no-points-history-again",
      "keys/no-points-balance",
      "keys/no-points-history",
      "account/history-whole",
    ],
    after: [
      "keys/no-points-reply",
      "keys/no-points-balance-again",
      "keys/no-points-history-again",
      "account/history-ids",
    ],
    judge: judgeUnchanged,
  }),
];

function writeCase({ key, path }: KeyCase, facts: Facts): Call | CannotCall {
  const sent: Call = { key };
  if (path === "models") return sent;
  if (path === "balance" || path === "balance-again") return { ...balanceCall(facts), ...sent };
  if (path === "history" || path === "history-again") return { ...historyCall(facts), ...sent };
  if (path === "other-balance" || path === "other-history") return isOther(path, facts) ? sent : notThere;
  if (path === "files") return { ...sent, form: { download_filename: "contract-tests.txt" } };
  if (path === "videos") return { ...sent, path: { video_id: "video_contract_tests_no_such_video" } };
  if (path === "bots")
    return withModel(facts, "bots", (bot) => ({ ...sent, path: { bot_name: bot }, json: botQuery(question) }));
  if (path === "messages" || path === "responses") {
    const { ask, headers } = path === "messages" ? messagesSubject : responsesSubject;
    return withModel(facts, path, () => ({ ...sent, json: ask(facts), ...(headers && { headers }) }));
  }
  const json = { ...chatSubject.ask(facts), ...(path === "stream" && { stream: true }) };
  return withModel(facts, "chat", () => ({ json, ...sent }));
}

/** True where the account is told under /v1, too, so that the other calls do not go there. */
function isOther(path: "other-balance" | "other-history", { replyTo }: Facts): boolean {
  const [one, other] =
    path === "other-balance"
      ? ["account/current-balance", "account/balance"]
      : ["account/points-history", "account/usage-history"];
  return [one, other].every((id) => replyTo(id ?? "")?.status === 200);
}

function rulesOnCase(each: KeyCase): Rule[] {
  const kind = kinds[each.key];
  if (kind === undefined) throw new Error(`Nothing is known of the key ${each.key}.`);
  const { after, ...about } = kind;
  const id = keyCaseId(each);
  const isStream = each.path === "stream";
  const isAnswered = each.statuses.includes(200);
  const status = ruleOn(plan(id), {
    requirements: [...about.requirements, ...(isStream ? ["R6.3"] : [])],
    provenance: provenanceOf(each, about.provenance),
    sentence: `${plan(id).says} ${saysOf(each.statuses)}`,
    judge: (exchange) => judgeStatuses(exchange, each.statuses),
  });
  const error = ruleOn(plan(id), {
    ...about,
    name: "error",
    sentence: `the refusal of ${plan(id).says} is an error of the documented form`,
    judge: (exchange) => judgeErrorForm(exchange, each.path === "messages" ? "messages" : "service"),
  });
  const errorAfter = [id, `${after}/members`, `${after}/media-type`];
  const hasForm = (each.key === "revoked" || each.key === "noPoints") && !isAnswered;
  return [{ ...status, after }, ...(hasForm ? [{ ...error, after: errorAfter }] : [])];
}

/**
 * The specification says of keys what holds for all endpoints (R5.1), and shows neither bots nor files. What only reads is
 * free on known deployments; the specification says that each request costs points.
 */
function provenanceOf({ key, path, statuses }: KeyCase, stated: Provenance): Provenance {
  if (["bots", "files", "videos"].includes(path)) return "observed";
  return statuses.includes(200) && key === "noPoints" ? "observed" : stated;
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
function judgeUnchanged(find: Find): Verdict {
  const [before, after] = ["keys/no-points-history", "keys/no-points-history-again"].map((id) => find(id)?.reply);
  const own = idsIn(find("account/history-whole")?.reply);
  if (idsIn(after).some((id) => own.includes(id)))
    return { outcome: "skip", reason: "The key without points sees the entries of the caller's own." };
  const [fresh] = newEntries(before, after);
  if (fresh !== undefined)
    return broken({
      message: `A call that was refused for lack of points has the entry ${JSON.stringify(fresh).slice(0, 120)}.`,
      expected: "no entry",
      pointer: "/data/0",
      ...exchangeOf(find("keys/no-points-history-again")),
    });
  const [told, left] = ["keys/no-points-balance", "keys/no-points-balance-again"].map((id) =>
    balanceIn(find(id)?.reply),
  );
  if (told === undefined || left === undefined || left >= told) return pass;
  return broken({
    message: `The balance went from ${told} to ${left} while calls were refused for lack of points.`,
    expected: String(told),
    actual: String(left),
    pointer: "/current_point_balance",
  });
}
