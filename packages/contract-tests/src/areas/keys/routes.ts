import { valueAt } from "@model-access/contract";
import { bodyOf } from "../../checks/reply.js";
import type { DialectName } from "../../dialects.js";
import type { Call, CannotCall, ExchangePlan, Facts, KeyPlace } from "../../exchange.js";
import { balanceCall, historyCall } from "../../requests/account-reads.js";
import { botQuery } from "../../requests/bot-query.js";
import { question, withModel } from "../../requests/questions.js";
import { subjects } from "../../requests/subjects.js";
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

const balance: Route = { operationId: "getCurrentBalance", what: "a request for the balance", write: balanceCall };

const history: Route = { operationId: "listPointsHistory", what: "a request for the history", write: historyCall };

/** Every route that a key may open, by its name in the ids of calls. */
export const routes = {
  reply: asking("chat"),
  stream: asking("chat", { what: "a streamed chat completion", stream: true }),
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
  messages: asking("messages"),
  "messages-own-header": {
    ...asking("messages", { what: "a streamed message", stream: true, keyPlace: "own-header" }),
    where: " in x-api-key",
  },
  responses: asking("responses"),
  "kept-response": {
    ...asking("responses", { what: "a response that goes on from the caller's" }),
    write: (facts) => {
      const [kept, about] = [bodyOf(facts.replyTo("responses/reply")), asking("responses").write(facts)];
      if ("because" in about || valueAt(kept, "/store") !== true)
        return { because: "no response says that it is kept", isNeedless: true };
      return { ...about, json: { ...Object(about.json), previous_response_id: valueAt(kept, "/id") } };
    },
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

/** A call of an interface that has models; all but chat completions may be absent. */
function asking(
  name: DialectName,
  { what, stream, keyPlace }: { what?: string; stream?: true; keyPlace?: KeyPlace } = {},
): Route {
  const { ask, headers, operationId, ...subject } = subjects[name];
  const about = { ...(headers && { headers }), ...(keyPlace && { keyPlace }) };
  const more = stream && { stream };
  return {
    operationId,
    what: what ?? subject.what,
    ...(name !== "chat" && { probe: `${name}/reply` }),
    write: (facts) => withModel(facts, name, () => ({ json: { ...ask(facts), ...more }, ...about })),
  };
}

/** The other of two paths, where the account is told under both: else all other calls go there. */
export function whereBoth(one: ExchangePlan, other: ExchangePlan): Route["write"] {
  const isMissing: CannotCall = { because: "the account is not told under both paths", isNeedless: true };
  return ({ replyTo }) => ([one, other].every(({ id }) => replyTo(id)?.status === 200) ? {} : isMissing);
}
