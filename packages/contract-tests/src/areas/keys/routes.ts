import type { Call, CannotCall, ExchangePlan, Facts, KeyPlace, ModelUse } from "../../exchange.js";
import { balanceCall, historyCall } from "../../requests/account-reads.js";
import { botQuery } from "../../requests/bot-query.js";
import type { CaseSubject } from "../../requests/invalid-request.js";
import { question, withModel } from "../../requests/short-question.js";
import { chatSubject, messagesSubject, responsesSubject } from "../../requests/subjects.js";
import { currentBalance, otherBalance, pointsHistory, usageHistory } from "../account/paths.js";

/** Something that is asked for with a key. */
export interface Route {
  operationId: string;
  what: string;
  /** The place of the key in the request, to follow its description. */
  where?: string;
  /** The call that shows whether its area is there, where that may be absent. */
  probe?: string;
  write(facts: Facts): Call | CannotCall;
}

const balance: Route = {
  operationId: "getCurrentBalance",
  what: "a request for the balance",
  write: (facts) => balanceCall(facts),
};

const history: Route = {
  operationId: "listPointsHistory",
  what: "a request for the history",
  write: (facts) => historyCall(facts),
};

/** Every route that a key may open, by its name in the ids of calls. */
export const routes = {
  reply: { operationId: "createChatCompletion", what: "a chat completion", write: asking(chatSubject, "chat") },
  stream: {
    operationId: "createChatCompletion",
    what: "a streamed chat completion",
    write: asking(chatSubject, "chat", { stream: true }),
  },
  models: { operationId: "listModels", what: "a request for the model list", write: () => ({}) },
  balance,
  history,
  "balance-again": { ...balance, what: "another request for the balance" },
  "history-again": { ...history, what: "another request for the history" },
  "other-balance": {
    operationId: "getBalance",
    what: "a request for the balance under /v1",
    write: whereBoth(currentBalance, otherBalance),
  },
  "other-history": {
    operationId: "listUsageHistory",
    what: "a request for the history under /v1",
    write: whereBoth(pointsHistory, usageHistory),
  },
  messages: {
    operationId: "createMessage",
    what: "a message",
    probe: "messages/reply",
    write: asking(messagesSubject, "messages"),
  },
  "messages-own-header": {
    operationId: "createMessage",
    what: "a streamed message",
    where: " in x-api-key",
    probe: "messages/reply",
    write: asking(messagesSubject, "messages", { stream: true }, "own-header"),
  },
  responses: {
    operationId: "createResponse",
    what: "a response",
    probe: "responses/reply",
    write: asking(responsesSubject, "responses"),
  },
  bots: {
    operationId: "queryBot",
    what: "a query of a bot",
    probe: "bots/stream",
    write: (facts) => withModel(facts, "bots", (bot) => ({ path: { bot_name: bot }, json: botQuery(question) })),
  },
  files: {
    operationId: "uploadFile",
    what: "an upload",
    probe: "files/refused/missing-file",
    write: () => ({ form: { download_filename: "contract-tests.txt" } }),
  },
  videos: {
    operationId: "retrieveVideo",
    what: "a request for a video",
    probe: "videos/refused/missing-prompt",
    write: () => ({ path: { video_id: "video_contract_tests_no_such_video" } }),
  },
} satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

function asking(
  { ask, headers }: CaseSubject,
  use: ModelUse,
  more: Record<string, unknown> = {},
  keyPlace?: KeyPlace,
): Route["write"] {
  const about = { ...(headers && { headers }), ...(keyPlace && { keyPlace }) };
  return (facts) => withModel(facts, use, () => ({ json: { ...ask(facts), ...more }, ...about }));
}

/** The other of two paths, where the account is told under both: else all other calls go there. */
export function whereBoth(one: ExchangePlan, other: ExchangePlan): Route["write"] {
  const isMissing: CannotCall = { because: "the account is not told under both paths", isNeedless: true };
  return ({ replyTo }) => ([one, other].every(({ id }) => replyTo(id)?.status === 200) ? {} : isMissing);
}
