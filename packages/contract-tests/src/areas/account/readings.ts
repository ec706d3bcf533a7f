import { valueAt } from "@model-access/contract";
import { planned } from "../../checks/define-rule.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { balanceIn, costOf, newEntries } from "../../reading/account-reading.js";
import { accountRead } from "../../requests/account-reads.js";
import { noSuchModel, question, shortAnswer } from "../../requests/questions.js";
import type { WireReply } from "../../wire/wire.js";
import { limitedCall } from "../chat/max-tokens.js";
import { refusalsTopic } from "../chat/refusals.js";
import { replyCall, streamCall } from "../chat/reply.js";

/** Calls of a round that are refused for their model: a plain one and one for a stream. */
const refused = ["unknown-model", "streamed"].map((name) => planned(refusalsTopic.exchanges)(`chat/refused/${name}`));

/** Counts of refused calls in two rounds, which show whether a refusal costs anything. */
export const refusedTimes = [refused.length, 1] as const;

/** History and balance are read again until a cost has arrived, so often at most. */
const settling = { atMost: 6, waitMs: 400 };

export const first = accountRead("account", "first", { after: [] });
export const models: ExchangePlan = modelList("account/models", [first.balance]);
export const unbilled = accountRead("account", "unbilled", { after: [...refused, models] });
const refusedAgain: ExchangePlan = {
  id: "account/refused-again",
  operationId: "createChatCompletion",
  says: "a chat completion that is refused",
  isValid: false,
  needs: [unbilled.balance.id],
  write: () => ({
    json: { model: noSuchModel, messages: [{ role: "user", content: question }], max_tokens: shortAnswer },
  }),
};
export const modelsAgain: ExchangePlan = {
  ...modelList("account/models-again", [refusedAgain]),
  // What curl and clients that say nothing of their own accept, and the encodings that all clients do.
  write: () => ({ headers: { accept: "*/*", "accept-encoding": "gzip, deflate, br" } }),
};
export const before = accountRead("account", "before", { after: [modelsAgain] });

export const settled = accountRead("account", "settled", {
  after: [limitedCall],
  history: {
    says: "a request for the history until it has the cost",
    repeat: { ...settling, until: (reply, facts) => hasCosts(reply, facts.replyTo(before.history.id), 1) },
  },
  balance: {
    says: "a request for the balance until it has fallen by the cost",
    repeat: { ...settling, until: (reply, facts) => hasFallen(reply, facts, [before, settled]) },
  },
});

export const whole = accountRead("account", "whole", {
  after: [settled.balance, replyCall, streamCall],
  history: {
    says: "a request for the history after a plain and a streamed chat completion",
    repeat: { ...settling, until: (reply, facts) => hasCosts(reply, facts.replyTo(settled.history.id), 2) },
  },
  balance: {
    says: "a request for the balance until it has fallen by their cost",
    repeat: { ...settling, until: (reply, facts) => hasFallen(reply, facts, [settled, whole]) },
  },
});

/**
 * Readings of the account around calls that cost nothing, and around one that costs points. The order is that of `needs`:
 * nothing else is called in between.
 */
export const readings: ExchangePlan[] = [
  ...[first.history, first.balance],
  models,
  ...[unbilled.history, unbilled.balance],
  ...[refusedAgain, modelsAgain],
  ...[before, settled, whole].flatMap(({ history, balance }) => [history, balance]),
];

/** Another reading of the model list: it is free, too, and gives the same list. */
function modelList(id: string, after: ExchangePlan[]): ExchangePlan {
  const says = "another request for the model list";
  return { id, operationId: "listModels", says, isValid: true, needs: after.map((plan) => plan.id), write: () => ({}) };
}

/** A cost of 0 is not final yet; where everything costs 0 the tries run out. */
function hasCosts(reply: WireReply, earlier: WireReply | undefined, least: number): boolean {
  const fresh = newEntries(earlier, reply);
  return fresh.length >= least && fresh.every((entry) => valueAt(entry, "/cost_points") !== 0);
}

/** True where the balance has fallen since an earlier reading by what came into the history meanwhile. */
function hasFallen(reply: WireReply, { replyTo }: Facts, [since, now]: [typeof first, typeof first]): boolean {
  const cost = costOf(newEntries(replyTo(since.history.id), replyTo(now.history.id)));
  return (balanceIn(replyTo(since.balance.id)) ?? 0) - (balanceIn(reply) ?? 0) === cost;
}
