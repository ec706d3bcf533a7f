import type { Call, CannotCall, ExchangePlan, Facts } from "../../exchange.js";
import { balanceIn, idsIn } from "../../reading/account-reading.js";
import { balanceCall, balanceRead, historyCall, historyRead } from "../../requests/account-reads.js";
import type { CaseSubject } from "../../requests/invalid-request.js";
import { withModel } from "../../requests/short-question.js";
import { chatSubject, messagesSubject } from "../../requests/subjects.js";
import { headerOf, type WireReply } from "../../wire/wire.js";
import { historyWhole } from "../account/readings.js";
import { replyCall as messageCall } from "../messages/reply.js";

/** A key of a low limit has to be refused within so many requests. */
export const lowLimitCalls = 40;

/** A run has no more than 150; what comes after these needs the rest, and so do calls that may still be billed. */
const mostCalls = 138;

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

export const historyBefore: ExchangePlan = historyRead("limit/history-before", [ownHistory], {
  says: "a request for the history with the own key, around refusals",
});

export const balanceBefore: ExchangePlan = balanceRead("limit/balance-before", [historyBefore], {
  says: "a request for the balance with the own key, until it is that of the key of a low limit",
  repeat: {
    atMost: 2,
    waitMs: 800,
    until: (reply, facts) => balanceIn(reply) === balanceIn(facts.replyTo(first.id)) || seesOthers(facts),
  },
});

export const refused: ExchangePlan = lowBalance("limit/refused", [balanceBefore], {
  says: "a request over the limit",
  isValid: false,
  repeat: { atMost: lowLimitCalls, atMostInRun: mostCalls, until: ({ status }) => status !== 200 },
});

export const soon: ExchangePlan = lowBalance("limit/soon", [refused], {
  says: "a request over the limit a second later",
  isValid: false,
  write: (facts) => balanceCall(facts, { key, afterMs: 1_100 }),
});

export const chat: ExchangePlan = overLimit("chat", soon, {
  says: "a streamed chat completion over the limit",
  write: (facts) => ask(chatSubject, facts, { stream: true }),
});

export const models: ExchangePlan = overLimit("models", chat, {
  operationId: "listModels",
  says: "a request for the model list over the limit",
});

export const message: ExchangePlan = overLimit("messages", chat, {
  says: "a message over the limit",
  operationId: "createMessage",
  needs: [chat.id, messageCall.id],
  write: (facts) => ask(messagesSubject, facts),
});

export const historyAfter: ExchangePlan = unlessOther({
  ...historyBefore,
  id: "limit/history-after",
  needs: [chat.id],
});

export const balanceAfter: ExchangePlan = unlessOther(
  balanceRead("limit/balance-after", [historyAfter], {
    says: "a request for the balance with the own key, around refusals",
  }),
);

export const after: ExchangePlan = lowBalance("limit/after", [balanceAfter], {
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
  historyBefore,
  balanceBefore,
  refused,
  soon,
  chat,
  models,
  message,
  historyAfter,
  balanceAfter,
  after,
  ownHistoryAfter,
];

function lowBalance(id: string, needed: ExchangePlan[], about: Partial<ExchangePlan>): ExchangePlan {
  return balanceRead(id, needed, {
    takesRefusal: true,
    write: (facts) => balanceCall(facts, { key }),
    ...about,
  });
}

/** The key of a low limit may be that of another account, whose history only this key sees. */
function lowHistory(id: string, needed: ExchangePlan, about: Partial<ExchangePlan>): ExchangePlan {
  return historyRead(id, [needed], { takesRefusal: true, write: (facts) => historyCall(facts, { key }), ...about });
}

/**
 * Another call over the limit, as long as the one before it was refused: the minute that a deployment counts in may be over
 * at any time, and a call that is let in then shows nothing.
 */
function overLimit(
  name: string,
  before: ExchangePlan,
  about: Pick<ExchangePlan, "says"> & Partial<ExchangePlan>,
): ExchangePlan {
  const { write = () => ({ key }) } = about;
  const isOver: CannotCall = { because: "the limit was over by then", isNeedless: true };
  return {
    id: `limit/${name}`,
    operationId: "createChatCompletion",
    isValid: false,
    takesRefusal: true,
    needs: [before.id],
    ...about,
    write: (facts) => (facts.replyTo(before.id)?.status === 200 ? isOver : write(facts)),
  };
}

function ask({ area, ask, headers }: CaseSubject, facts: Facts, more: Record<string, unknown> = {}): Call | CannotCall {
  const use = area === "messages" ? "messages" : "chat";
  return withModel(facts, use, () => ({ json: { ...ask(facts), ...more }, key, ...(headers && { headers }) }));
}

/** Leaves a call out where the other key has another history and another balance, of which the own key sees nothing. */
function unlessOther(plan: ExchangePlan): ExchangePlan {
  const isOther: CannotCall = { because: "the key of a low limit has another account", isNeedless: true };
  const write = (facts: Facts) => {
    const [low, own] = [first, balanceBefore].map(({ id }) => balanceIn(facts.replyTo(id)));
    return seesOthers(facts) && low !== own ? isOther : plan.write(facts);
  };
  return { ...plan, write };
}

/** True where the key of a low limit sees no entry of the caller's own, which has some. */
function seesOthers({ replyTo }: Facts): boolean {
  const [own, others] = [historyWhole, ownHistory].map(({ id }) => idsIn(replyTo(id)));
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
