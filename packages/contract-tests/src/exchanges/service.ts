import type { ExchangePlan, Facts } from "../exchange.js";
import { balanceIn, costBetween } from "../reading/account-reading.js";
import type { WireReply } from "../wire/wire.js";
import { balanceCall, otherHistoryCall } from "./account-money.js";

/** What belongs to no operation. */
export const serviceExchanges: ExchangePlan[] = [
  {
    id: "service/unknown-path",
    operationId: "listModels",
    says: "a request for a path that there is not",
    isValid: false,
    write: () => ({ target: "/v1/contract-tests-no-such-path" }),
  },
  {
    id: "service/wrong-method",
    operationId: "createChatCompletion",
    says: "GET on the path of chat completions",
    isValid: false,
    write: () => ({ method: "GET" }),
  },
  {
    id: "service/head",
    operationId: "listModels",
    says: "HEAD on the path of the model list",
    isValid: false,
    write: () => ({ method: "HEAD" }),
  },
  {
    id: "service/options",
    operationId: "listModels",
    says: "OPTIONS on the path of the model list",
    isValid: false,
    write: () => ({ method: "OPTIONS" }),
  },
  {
    id: "service/balance-last",
    operationId: "getCurrentBalance",
    says: "a request for the balance after all other calls",
    isValid: true,
    needs: ["account/balance-first"],
    write: balanceCall,
  },
  {
    id: "service/history-last",
    operationId: "listPointsHistory",
    says: "a request for the history after all other calls",
    isValid: true,
    needs: ["service/balance-last"],
    repeat: { atMost: 3, waitMs: 400, until: (reply, facts) => !(unexplainedFall(facts, reply) > 0) },
    write: (facts) => ({ ...otherHistoryCall(facts), query: { limit: "100" } }),
  },
];

/** What the balance has lost over the run beyond what entries have come to cost. */
function unexplainedFall({ replyTo }: Facts, history: WireReply): number {
  const [first, last] = [replyTo("account/balance-first"), replyTo("service/balance-last")].map(balanceIn);
  return (first ?? Number.NaN) - (last ?? Number.NaN) - costBetween(replyTo("account/history-first"), history);
}
