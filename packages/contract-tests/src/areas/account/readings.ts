import { valueAt } from "@model-access/contract";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { balanceIn, costOf, newEntries } from "../../reading/account-reading.js";
import { balanceRead, historyRead } from "../../requests/account-reads.js";
import { noSuchModel, question, shortAnswer } from "../../requests/short-question.js";
import type { WireReply } from "../../wire/wire.js";
import { limitedCall } from "../chat/max-tokens.js";
import { replyCall } from "../chat/reply.js";
import { streamCall } from "../chat/stream.js";

/** Counts of refused calls in two rounds, which show whether a refusal costs anything. */
export const refusedTimes = [3, 1] as const;

/** History and balance are read again until a cost has arrived, so often at most. */
const settling = { atMost: 6, waitMs: 400 };

export const historyFirst: ExchangePlan = historyRead("account/history-first", []);
export const balanceFirst: ExchangePlan = balanceRead("account/balance-first", [historyFirst]);
const refused = refusedCall("account/refused-call", balanceFirst, refusedTimes[0]);
export const models: ExchangePlan = modelList("account/models", refused);
export const historyUnbilled: ExchangePlan = historyRead("account/history-unbilled", [models]);
export const balanceUnbilled: ExchangePlan = balanceRead("account/balance-unbilled", [historyUnbilled]);
const refusedAgain = refusedCall("account/refused-again", balanceUnbilled, refusedTimes[1]);
export const modelsAgain: ExchangePlan = {
  ...modelList("account/models-again", refusedAgain),
  // The Accept of curl, and of clients that say nothing of their own.
  write: () => ({ headers: { accept: "*/*" } }),
};
export const historyBefore: ExchangePlan = historyRead("account/history-before", [modelsAgain]);
export const balanceBefore: ExchangePlan = balanceRead("account/balance-before", [historyBefore]);

export const historySettled: ExchangePlan = historyRead("account/history-settled", [limitedCall], {
  says: "a request for the history until it has the cost",
  repeat: { ...settling, until: (reply, facts) => hasCosts(reply, facts.replyTo(historyBefore.id), 1) },
});

export const balanceSettled: ExchangePlan = balanceRead("account/balance-settled", [historySettled], {
  says: "a request for the balance until it has fallen by the cost",
  repeat: { ...settling, until: fallsBy({ since: balanceBefore, from: historyBefore, to: historySettled }) },
});

export const historyWhole: ExchangePlan = historyRead(
  "account/history-whole",
  [balanceSettled, replyCall, streamCall],
  {
    says: "a request for the history after a plain and a streamed chat completion",
    repeat: { ...settling, until: (reply, facts) => hasCosts(reply, facts.replyTo(historySettled.id), 2) },
  },
);

export const balanceWhole: ExchangePlan = balanceRead("account/balance-whole", [historyWhole], {
  says: "a request for the balance until it has fallen by their cost",
  repeat: { ...settling, until: fallsBy({ since: balanceSettled, from: historySettled, to: historyWhole }) },
});

/**
 * Readings of the account around calls that cost nothing, and around one that costs points. The order is that of `needs`:
 * nothing else is called in between.
 */
export const readings: ExchangePlan[] = [
  historyFirst,
  balanceFirst,
  refused,
  models,
  historyUnbilled,
  balanceUnbilled,
  refusedAgain,
  modelsAgain,
  historyBefore,
  balanceBefore,
  historySettled,
  balanceSettled,
  historyWhole,
  balanceWhole,
];

function refusedCall(id: string, after: ExchangePlan, atMost: number): ExchangePlan {
  return {
    id,
    operationId: "createChatCompletion",
    says: "chat completions that are refused",
    isValid: false,
    needs: [after.id],
    repeat: { atMost, until: () => false },
    write: () => ({
      json: { model: noSuchModel, messages: [{ role: "user", content: question }], max_tokens: shortAnswer },
    }),
  };
}

/** Another reading of the model list: it is free, too, and gives the same list. */
function modelList(id: string, after: ExchangePlan): ExchangePlan {
  const says = "another request for the model list";
  return { id, operationId: "listModels", says, isValid: true, needs: [after.id], write: () => ({}) };
}

/** A cost of 0 is not final yet; where everything costs 0 the tries run out. */
function hasCosts(reply: WireReply, earlier: WireReply | undefined, least: number): boolean {
  const fresh = newEntries(earlier, reply);
  return fresh.length >= least && fresh.every((entry) => valueAt(entry, "/cost_points") !== 0);
}

/** True where the balance has fallen since an earlier one by what came into the history between two reads of it. */
function fallsBy({ since, from, to }: Record<"since" | "from" | "to", ExchangePlan>) {
  return (reply: WireReply, { replyTo }: Facts): boolean => {
    const cost = costOf(newEntries(replyTo(from.id), replyTo(to.id)));
    return (balanceIn(replyTo(since.id)) ?? 0) - (balanceIn(reply) ?? 0) === cost;
  };
}
