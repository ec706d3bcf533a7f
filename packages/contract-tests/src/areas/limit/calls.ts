import type { Call, CannotCall, ExchangePlan, Facts, ModelUse } from "../../exchange.js";
import { balanceIn, idsIn } from "../../reading/account-reading.js";
import { accountRead, balanceCall, balanceRead, historyCall, historyRead } from "../../requests/account-reads.js";
import type { CaseSubject } from "../../requests/invalid-request.js";
import { anyModel, withModel } from "../../requests/questions.js";
import { chatSubject, messagesSubject, responsesSubject } from "../../requests/subjects.js";
import { headerOf, type WireReply } from "../../wire/wire.js";
import { whole } from "../account/readings.js";
import { replyCall as messageCall } from "../messages/reply.js";
import { replyCall as responseCall } from "../responses/reply.js";

/** A key of a low limit has to be refused within so many requests. */
export const lowLimitCalls = 40;

/** A run has no more than 150; what comes after these needs the rest, and so do calls that may still be billed. */
const mostCalls = 138;

/** Calls that are kept for requests of another kind, where none that reads is refused. */
const keptForPosts = 12;

const shortWaitSeconds = 5;

const longWaitSeconds = 90;

const key = "lowLimit";

/** The seconds that a refusal asks to wait; not a number where it says none. */
export const secondsIn = (reply: WireReply | undefined): number =>
  Number((reply && headerOf(reply, "retry-after")) ?? Number.NaN);

export const first: ExchangePlan = lowBalance("limit/first", [], {
  says: "a request for the balance with the key of a low limit",
});

export const ownHistory: ExchangePlan = lowHistory("limit/own-history", first, {
  says: "a request for the history with the key of a low limit",
});

const aroundRefusals = "with the own key, around refusals";

export const before = accountRead("limit", "before", {
  after: [ownHistory],
  history: { says: `a request for the history ${aroundRefusals}`, write: unlessApart(historyCall) },
  balance: {
    write: unlessApart(balanceCall),
    says: "a request for the balance with the own key, until it is that of the key of a low limit",
    repeat: {
      atMost: 2,
      waitMs: 800,
      until: (reply, facts) => balanceIn(reply) === balanceIn(facts.replyTo(first.id)) || seesOthers(facts),
    },
  },
});

export const refused: ExchangePlan = lowBalance("limit/refused", [before.balance], {
  says: "a request over the limit",
  isValid: false,
  repeat: { atMost: lowLimitCalls, atMostInRun: mostCalls - keptForPosts, until: ({ status }) => status !== 200 },
});

/** Requests that are refused for what they lack, made if no read is limited: perhaps only other requests count. */
export const posts: ExchangePlan = {
  id: "limit/posts",
  operationId: "createChatCompletion",
  says: "chat completions without messages, with the key of a low limit",
  isValid: false,
  takesRefusal: true,
  needs: [refused.id],
  repeat: { atMost: lowLimitCalls, atMostInRun: mostCalls, until: ({ status }) => status === 429 },
  write: (facts) =>
    facts.replyTo(refused.id)?.status === 200
      ? { json: { model: anyModel(facts, "chat") }, key }
      : { because: "a request that reads was refused", isNeedless: true },
};

export const readAfterPosts: ExchangePlan = lowBalance("limit/reads", [posts], {
  says: "a request for the balance over the limit",
  isValid: false,
  write: (facts) =>
    facts.replyTo(posts.id)?.status === 429
      ? balanceCall(facts, { key })
      : { because: "no chat completion was refused for its rate", isNeedless: true },
});

export const soon: ExchangePlan = lowHistory("limit/soon", refused, {
  says: "a request for the history over the limit a second later",
  isValid: false,
  write: (facts) => historyCall(facts, { key, afterMs: 1_100 }),
});

/** Shows whether a history that is answered is let in, or the minute of the limit is over. */
export const still: ExchangePlan = lowBalance("limit/still", [soon], {
  says: "another request for the balance",
  isValid: false,
  write: (facts) =>
    facts.replyTo(soon.id)?.status === 200
      ? balanceCall(facts, { key })
      : { because: "the history was refused, too", isNeedless: true },
});

export const chat: ExchangePlan = overLimit("chat", soon, {
  needs: [still.id],
  says: "a streamed chat completion over the limit",
  write: (facts) => ask(chatSubject, "chat", facts, { stream: true }),
});

export const models: ExchangePlan = overLimit("models", chat, {
  operationId: "listModels",
  says: "a request for the model list over the limit",
});

export const message: ExchangePlan = overLimit("messages", chat, {
  says: "a message over the limit",
  operationId: "createMessage",
  needs: [chat.id, messageCall.id],
  write: (facts) => ask(messagesSubject, "messages", facts),
});

export const response: ExchangePlan = overLimit("responses", chat, {
  says: "a response over the limit",
  operationId: "createResponse",
  needs: [chat.id, responseCall.id],
  write: (facts) => ask(responsesSubject, "responses", facts),
});

export const afterwards = accountRead("limit", "after", {
  after: [chat],
  history: { says: `a request for the history ${aroundRefusals}`, write: unlessOther(historyCall) },
  balance: { says: `a request for the balance ${aroundRefusals}`, write: unlessOther(balanceCall) },
});

export const after: ExchangePlan = lowBalance("limit/after", [afterwards.balance], {
  says: "a request after the time that the refusal named",
  write: afterTheWait,
});

export const ownHistoryAfter: ExchangePlan = lowHistory("limit/own-history-after", after, {
  says: "a request for the history with the key of a low limit, after the refusals",
});

/** With a key of a low limit: balance, then calls until one is refused, then what the refusal promises. */
export const limitCalls: ExchangePlan[] = [
  first,
  ownHistory,
  before.history,
  before.balance,
  refused,
  posts,
  readAfterPosts,
  soon,
  still,
  chat,
  models,
  message,
  response,
  afterwards.history,
  afterwards.balance,
  after,
  ownHistoryAfter,
];

function lowBalance(id: string, needed: ExchangePlan[], about: Partial<ExchangePlan>): ExchangePlan {
  return balanceRead(id, needed, { takesRefusal: true, call: { key }, ...about });
}

/** The key of a low limit may be that of another account, whose history only this key sees. */
function lowHistory(id: string, needed: ExchangePlan, about: Partial<ExchangePlan>): ExchangePlan {
  return historyRead(id, [needed], { takesRefusal: true, call: { key }, ...about });
}

/**
 * Another call over the limit, as long as the one before it was refused: the minute that a deployment counts in may be over
 * at any time, and a call that is let in then shows nothing.
 */
export function overLimit(
  name: string,
  earlier: ExchangePlan,
  about: Pick<ExchangePlan, "says"> & Partial<ExchangePlan>,
): ExchangePlan {
  const { write = () => ({ key }) } = about;
  const isOver: CannotCall = { because: "the limit was over by then", isNeedless: true };
  return {
    id: `limit/${name}`,
    operationId: "createChatCompletion",
    isValid: false,
    takesRefusal: true,
    needs: [earlier.id],
    ...about,
    write: (facts) => {
      const wasAnswered = facts.replyTo(earlier.id)?.status === 200;
      return wasAnswered && facts.replyTo(still.id)?.status !== 429 ? isOver : write(facts);
    },
  };
}

function ask({ ask, headers }: CaseSubject, use: ModelUse, facts: Facts, more = {}): Call | CannotCall {
  return withModel(facts, use, () => ({ json: { ...ask(facts), ...more }, key, ...(headers && { headers }) }));
}

/** Leaves a call out where the other key has another history and another balance, of which the own key sees nothing. */
function unlessOther(write: (facts: Facts) => Call): ExchangePlan["write"] {
  const isOther: CannotCall = { because: "the key of a low limit has another account", isNeedless: true };
  return (facts) => {
    const [low, own] = [first, before.balance].map(({ id }) => balanceIn(facts.replyTo(id)));
    return seesOthers(facts) && low !== own ? isOther : write(facts);
  };
}

/** Leaves a call out where it is clear by then that the other key has another account. */
function unlessApart(write: (facts: Facts) => Call): ExchangePlan["write"] {
  const isApart: CannotCall = { because: "the key of a low limit has another account", isNeedless: true };
  return (facts) => {
    const [low = Number.NaN, own = Number.NaN] = [first, whole.balance].map(({ id }) => balanceIn(facts.replyTo(id)));
    return seesOthers(facts) && (low > own || 2 * low < own) ? isApart : write(facts);
  };
}

/** True where the key of a low limit sees no entry of the caller's own, which has some. */
function seesOthers({ replyTo }: Facts): boolean {
  const [own, others] = [whole.history, ownHistory].map(({ id }) => idsIn(replyTo(id)));
  return own !== undefined && own.length > 0 && !own.some((id) => others?.includes(id));
}

/** Waits as long as the last refusal asks for, where that is short or long waits are allowed. */
function afterTheWait(facts: Facts): Call | CannotCall {
  const refusal = facts.replyTo(chat.id);
  const seconds = refusal?.status === 429 ? secondsIn(refusal) : Number.NaN;
  if (!(seconds >= 0)) return { because: "the refusal named no time to wait", isNeedless: true };
  const because = `the refusal asks for a wait of ${seconds} s`;
  if (seconds > shortWaitSeconds && !facts.mayWait) return { because, needs: "--allow burst" };
  if (seconds > longWaitSeconds) return { because, isNeedless: true };
  return balanceCall(facts, { key, afterMs: seconds * 1000 });
}
