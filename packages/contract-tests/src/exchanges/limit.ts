import type { Call, CannotCall, ExchangePlan, Facts } from "../exchange.js";
import { balanceIn, idsIn } from "../reading/account-reading.js";
import { headerOf } from "../wire/wire.js";
import { balanceCall, historyCall } from "./account-money.js";
import { chatSubject } from "./chat-cases.js";
import { messagesSubject } from "./messages-cases.js";
import { withModel } from "./short-question.js";

/** A key of a low limit has to be refused within so many requests. */
export const lowLimitCalls = 40;

/** A run has no more than 150; what comes after these needs the rest, and so do calls that may still be billed. */
const mostCalls = 138;

const shortWaitSeconds = 5;
const longWaitSeconds = 90;
const key = "lowLimit";

/** With a key of a low limit: balance, then calls until one is refused, then what the refusal promises. */
export const limitExchanges: ExchangePlan[] = [
  { ...balancePlan("limit/first", []), says: "a request for the balance with the key of a low limit" },
  {
    ...ownHistory("limit/own-history", ["limit/first"]),
    says: "a request for the history with the key of a low limit",
  },
  accountRead("limit/history-before", "listPointsHistory", ["limit/own-history"]),
  {
    ...accountRead("limit/balance-before", "getCurrentBalance", ["limit/history-before"]),
    says: "a request for the balance with the own key, until it is that of the key of a low limit",
    repeat: {
      atMost: 2,
      waitMs: 800,
      until: (reply, facts) => balanceIn(reply) === balanceIn(facts.replyTo("limit/first")) || seesOthers(facts),
    },
  },
  {
    ...balancePlan("limit/refused", ["limit/balance-before"]),
    says: "a request over the limit",
    isValid: false,
    repeat: { atMost: lowLimitCalls, atMostInRun: mostCalls, until: ({ status }) => status !== 200 },
  },
  {
    ...balancePlan("limit/soon", ["limit/refused"]),
    says: "a request over the limit a second later",
    isValid: false,
    write: (facts) => ({ ...readBalance(facts), afterMs: 1_100 }),
  },
  {
    id: "limit/chat",
    operationId: "createChatCompletion",
    says: "a streamed chat completion over the limit",
    isValid: false,
    takesRefusal: true,
    needs: ["limit/soon"],
    write: (facts) =>
      isStillRefused(facts, "limit/soon")
        ? withModel(facts, "chat", () => ({ json: { ...chatSubject.ask(facts), stream: true }, key }))
        : limitIsOver,
  },
  {
    id: "limit/models",
    operationId: "listModels",
    says: "a request for the model list over the limit",
    isValid: false,
    takesRefusal: true,
    needs: ["limit/chat"],
    write: (facts) => (isStillRefused(facts, "limit/chat") ? { key } : limitIsOver),
  },
  {
    id: "limit/messages",
    operationId: "createMessage",
    says: "a message over the limit",
    isValid: false,
    takesRefusal: true,
    needs: ["limit/chat", "messages/reply"],
    write: (facts) =>
      isStillRefused(facts, "limit/chat")
        ? withModel(facts, "messages", () => ({
            json: messagesSubject.ask(facts),
            key,
            ...(messagesSubject.headers && { headers: messagesSubject.headers }),
          }))
        : limitIsOver,
  },
  unlessOther(accountRead("limit/history-after", "listPointsHistory", ["limit/chat"])),
  unlessOther(accountRead("limit/balance-after", "getCurrentBalance", ["limit/history-after"])),
  {
    ...balancePlan("limit/after", ["limit/balance-after"]),
    says: "a request after the time that the refusal named",
    write: afterTheWait,
  },
  {
    ...ownHistory("limit/own-history-after", ["limit/after"]),
    says: "a request for the history with the key of a low limit, after the refusals",
  },
];

/** The minute that a deployment counts in may be over at any time; a call that is let in then shows nothing. */
const limitIsOver: CannotCall = { because: "the limit was over by then", isNeedless: true };

/** What the own key sees tells nothing of a key that has another history and another balance. */
function unlessOther(plan: ExchangePlan): ExchangePlan {
  const isOther: CannotCall = { because: "the key of a low limit has another account", isNeedless: true };
  const write = (facts: Facts) => {
    const [first, own] = ["limit/first", "limit/balance-before"].map((id) => balanceIn(facts.replyTo(id)));
    return seesOthers(facts) && first !== own ? isOther : plan.write(facts);
  };
  return { ...plan, write };
}

/** True where the key of a low limit sees no entry of the caller's own, which has some. */
function seesOthers({ replyTo }: Facts): boolean {
  const own = idsIn(replyTo("account/history-whole"));
  const others = idsIn(replyTo("limit/own-history"));
  return own.length > 0 && !own.some((id) => others.includes(id));
}

const isStillRefused = (facts: Facts, id: string) => facts.replyTo(id)?.status !== 200;

/** A read of what the caller's own key sees of the account. */
function accountRead(
  id: string,
  operationId: "getCurrentBalance" | "listPointsHistory",
  needs: string[],
): ExchangePlan {
  const isBalance = operationId === "getCurrentBalance";
  const says = `a request for the ${isBalance ? "balance" : "history"} with the own key, around refusals`;
  return { id, operationId, says, isValid: true, needs, write: isBalance ? balanceCall : historyCall };
}

function balancePlan(id: string, needs: string[]): ExchangePlan {
  const says = "a request for the balance";
  return { id, operationId: "getCurrentBalance", says, isValid: true, takesRefusal: true, needs, write: readBalance };
}

/** The key of a low limit may be that of another account, whose history only this key sees. */
function ownHistory(id: string, needs: string[]): Omit<ExchangePlan, "says"> {
  const write = (facts: Facts): Call => ({ ...historyCall(facts), key });
  return { id, operationId: "listPointsHistory", isValid: true, takesRefusal: true, needs, write };
}

function readBalance(facts: Facts): Call {
  return { ...balanceCall(facts), key };
}

/** Waits as long as the last refusal asks for, where that is short or long waits are allowed. */
function afterTheWait(facts: Facts): Call | CannotCall {
  const refusal = facts.replyTo("limit/chat");
  const text = refusal?.status === 429 ? headerOf(refusal, "retry-after") : undefined;
  const seconds = text === undefined ? Number.NaN : Number(text);
  if (!(seconds >= 0)) return { because: "the refusal named no time to wait", isNeedless: true };
  if (seconds > shortWaitSeconds && !facts.mayWait)
    return { because: `the refusal asks for a wait of ${seconds} s`, needs: "--allow burst" };
  if (seconds > longWaitSeconds) return { because: `the refusal asks for a wait of ${seconds} s`, isNeedless: true };
  return { ...readBalance(facts), afterMs: seconds * 1000 };
}
