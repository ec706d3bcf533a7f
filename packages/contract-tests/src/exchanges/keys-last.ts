import type { Call, CannotCall, ExchangePlan, Facts, KeyName } from "../exchange.js";
import { balanceCall, historyCall } from "./account-money.js";
import { chatSubject } from "./chat-cases.js";
import { withModel } from "./short-question.js";

/** What is asked for with a key. */
type Path = keyof typeof operations;

/** One call with a key of some kind, and the statuses that are right. */
export interface KeyCase {
  key: KeyName;
  path: Path;
  statuses: number[];
  /** The key in a few words, to follow "with". */
  says: string;
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
};

const noPermission: Pick<KeyCase, "key" | "says"> = { key: "noPermission", says: "with a key without permission" };
const noPoints: Pick<KeyCase, "key" | "says"> = {
  key: "noPoints",
  says: "with the key of an account without points",
};
const revoked: Omit<KeyCase, "path"> = { key: "revoked", says: "with a revoked key", statuses: [401] };
const none: Omit<KeyCase, "path"> = { key: "none", says: "without a key", statuses: [401] };

/** Each kind of key where no other call of a run has it: those that are most often forgotten come first. */
export const lastKeyCases: KeyCase[] = [
  { ...noPermission, path: "stream", statuses: [403] },
  { ...revoked, path: "stream" },
  { ...noPoints, path: "history", statuses: [200] },
  { ...noPoints, path: "reply", statuses: [402] },
  { ...noPoints, path: "history-again", statuses: [200] },
  { ...noPoints, path: "balance-again", statuses: [200] },
  { ...none, path: "history" },
  { ...revoked, path: "history" },
  { ...noPoints, path: "models", statuses: [200] },
  { ...noPermission, path: "models", statuses: [200, 403] },
  { ...noPermission, path: "balance", statuses: [200, 403] },
  { ...none, path: "other-balance" },
  { ...none, path: "other-history" },
  { ...revoked, path: "other-balance" },
  { ...revoked, path: "other-history" },
];

const names: Partial<Record<KeyName, string>> = {
  noPermission: "no-permission",
  noPoints: "no-points",
  none: "no-key",
};

export const keyCaseId = ({ key, path }: KeyCase): string => `keys/${names[key] ?? key}-${path}`;

/** Calls with other keys that are made when all else is judged. */
export const lastKeysExchanges: ExchangePlan[] = lastKeyCases.map((each) => {
  const { operationId, what } = operations[each.path];
  return {
    id: keyCaseId(each),
    operationId,
    says: `${what} ${each.says}`,
    isValid: each.statuses.includes(200),
    isLast: true,
    ...(each.path.endsWith("again") && {
      needs: [keyCaseId({ ...each, path: "history" }), keyCaseId({ ...each, path: "reply" })],
    }),
    write: (facts) => writeCase(each, facts),
  };
});

function writeCase({ key, path }: KeyCase, facts: Facts): Call | CannotCall {
  const sent: Call = { key };
  if (path === "models") return sent;
  if (path === "balance" || path === "balance-again") return { ...balanceCall(facts), ...sent };
  if (path === "history" || path === "history-again") return { ...historyCall(facts), ...sent };
  if (path === "other-balance" || path === "other-history") return isOther(path, facts) ? sent : notThere;
  const json = { ...chatSubject.ask(facts), ...(path === "stream" && { stream: true }) };
  return withModel(facts, "chat", () => ({ json, ...sent }));
}

const notThere: CannotCall = { because: "the account is not told under both paths", isNeedless: true };

/** True where the account is told under /v1, too, so that the other calls do not go there. */
function isOther(path: "other-balance" | "other-history", { replyTo }: Facts): boolean {
  const [one, other] =
    path === "other-balance"
      ? ["account/current-balance", "account/balance"]
      : ["account/points-history", "account/usage-history"];
  return [one, other].every((id) => replyTo(id ?? "")?.status === 200);
}
