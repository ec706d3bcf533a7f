import { conditions, messagesConditions } from "../../checks/conditions.js";
import { type Find, ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import type { Call, CannotCall, Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { balanceIn, idsIn } from "../../reading/account-reading.js";
import { balanceCall, historyCall } from "../../requests/account-reads.js";
import { chatSubject } from "../../requests/chat-request.js";
import { messagesSubject } from "../../requests/message-request.js";
import { withModel } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { headerOf, type WireReply } from "../../wire/wire.js";

/** A key of a low limit has to be refused within so many requests. */
const lowLimitCalls = 40;

/** A run has no more than 150; what comes after these needs the rest, and so do calls that may still be billed. */
const mostCalls = 138;

const shortWaitSeconds = 5;

const longWaitSeconds = 90;

const key = "lowLimit";

/** The minute that a deployment counts in may be over at any time; a call that is let in then shows nothing. */
const limitIsOver: CannotCall = { because: "the limit was over by then", isNeedless: true };

/** The rules on the first refusal that those on the others wait for. */
const onTheFirst = new Set([
  "limit/refused",
  "limit/refused/media-type",
  "limit/refused/headers",
  "limit/refused/members",
  "limit/refused/type",
  "limit/refused/code",
  "limit/refused/schema",
]);

/** The limit is one of requests a minute: after two, no wait can be left. */
const longestSeconds = 120;

const isStillRefused = (facts: Facts, id: string) => facts.replyTo(id)?.status !== 200;

const endOf = ({ beganAt, tookMs }: Exchange) => beganAt + tookMs;

const firstCall: ExchangePlan = {
  ...balancePlan("limit/first", []),
  says: "a request for the balance with the key of a low limit",
};

const ownHistoryCall: ExchangePlan = {
  ...ownHistory("limit/own-history", ["limit/first"]),
  says: "a request for the history with the key of a low limit",
};

const historyBeforeCall: ExchangePlan = accountRead("limit/history-before", "listPointsHistory", ["limit/own-history"]);

const balanceBeforeCall: ExchangePlan = {
  ...accountRead("limit/balance-before", "getCurrentBalance", ["limit/history-before"]),
  says: "a request for the balance with the own key, until it is that of the key of a low limit",
  repeat: {
    atMost: 2,
    waitMs: 800,
    until: (reply, facts) => balanceIn(reply) === balanceIn(facts.replyTo("limit/first")) || seesOthers(facts),
  },
};

const refusedCall: ExchangePlan = {
  ...balancePlan("limit/refused", ["limit/balance-before"]),
  says: "a request over the limit",
  isValid: false,
  repeat: { atMost: lowLimitCalls, atMostInRun: mostCalls, until: ({ status }) => status !== 200 },
};

const soonCall: ExchangePlan = {
  ...balancePlan("limit/soon", ["limit/refused"]),
  says: "a request over the limit a second later",
  isValid: false,
  write: (facts) => ({ ...readBalance(facts), afterMs: 1_100 }),
};

const chatCall: ExchangePlan = {
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
};

const modelsCall: ExchangePlan = {
  id: "limit/models",
  operationId: "listModels",
  says: "a request for the model list over the limit",
  isValid: false,
  takesRefusal: true,
  needs: ["limit/chat"],
  write: (facts) => (isStillRefused(facts, "limit/chat") ? { key } : limitIsOver),
};

const messagesCall: ExchangePlan = {
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
};

const historyAfterCall: ExchangePlan = unlessOther(
  accountRead("limit/history-after", "listPointsHistory", ["limit/chat"]),
);

const balanceAfterCall: ExchangePlan = unlessOther(
  accountRead("limit/balance-after", "getCurrentBalance", ["limit/history-after"]),
);

const afterCall: ExchangePlan = {
  ...balancePlan("limit/after", ["limit/balance-after"]),
  says: "a request after the time that the refusal named",
  write: afterTheWait,
};

const ownHistoryAfterCall: ExchangePlan = {
  ...ownHistory("limit/own-history-after", ["limit/after"]),
  says: "a request for the history with the key of a low limit, after the refusals",
};

/** With a key of a low limit: balance, then calls until one is refused, then what the refusal promises. */
export const limitCalls: ExchangePlan[] = [
  firstCall,
  ownHistoryCall,
  historyBeforeCall,
  balanceBeforeCall,
  refusedCall,
  soonCall,
  chatCall,
  modelsCall,
  messagesCall,
  historyAfterCall,
  balanceAfterCall,
  afterCall,
  ownHistoryAfterCall,
];

/** What a rate limit says. */
export const limitRefusalRules: Rule[] = [
  ...refusalRules(refusedCall, { condition: conditions.rateLimit, isWanted: true }).map((rule) =>
    rule.id === refusedCall.id ? { ...rule, judge: ([exchange]: Exchange[]) => judgeRefused(exchange) } : rule,
  ),
  ruleOn(refusedCall, {
    name: "retry-after",
    sentence: "a refusal over the limit says in Retry-After how many seconds to wait",
    requirements: ["R7.9"],
    provenance: "stated",
    after: "",
    judge: judgeRetryAfter,
  }),
  ruleOnExchanges({
    id: "limit/models",
    sentence: "A limit that is reached holds for the model list, too.",
    requirements: ["R8.1", "R7.6"],
    provenance: "stated",
    exchanges: ["limit/models", "limit/chat"],
    after: ["limit/chat", "limit/refused/retry-after"],
    judge: judgeModels,
  }),
  ruleOnExchanges({
    id: "limit/models/retry-after",
    sentence: "The refusal of the model list over the limit says in Retry-After how many seconds to wait.",
    requirements: ["R7.9", "R7.6"],
    provenance: "stated",
    exchanges: ["limit/models"],
    after: ["limit/models", "limit/refused/retry-after"],
    judge: (_find, [models]) => {
      const text = models?.reply && headerOf(models.reply, "retry-after");
      if (models?.reply?.status !== 429 || (text !== undefined && /^\d+$/.test(text))) return pass;
      return broken({
        message: `Retry-After is ${text ?? "absent"}; expected whole seconds.`,
        expected: "whole seconds",
        actual: text ?? "absent",
      });
    },
  }),
  ruleOnExchanges({
    id: "limit/falls",
    sentence: "Retry-After falls as time goes by.",
    requirements: ["R7.9"],
    provenance: "inferred",
    exchanges: ["limit/soon", "limit/refused"],
    after: "limit/refused/retry-after",
    judge: judgeFalls,
  }),
  ...refusalRules(chatCall, { condition: conditions.rateLimit, isWanted: true }).map(whileItHolds).map(afterTheFirst),
  ...refusalRules(messagesCall, {
    condition: messagesConditions.rateLimit,
    form: "messages",
    isWanted: true,
  }).map(afterTheFirst),
  ruleOnExchanges({
    id: "limit/after",
    sentence: "After the time that Retry-After names, a request is answered.",
    requirements: ["R7.9", "R8.1"],
    provenance: "stated",
    exchanges: ["limit/after"],
    after: "limit/refused/retry-after",
    judge: (find) => {
      const status = find("limit/after")?.reply?.status;
      if (status === 200) return pass;
      return broken({
        message: `A request after the named time was answered with ${status}.`,
        expected: "200",
        actual: String(status),
      });
    },
  }),
];

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

/** The minute may end between two calls: an answer is wrong only where the refusal before says that it can't have. */
function whileItHolds(rule: Rule): Rule {
  if (rule.id !== "limit/chat") return rule;
  return {
    ...rule,
    exchanges: ["limit/chat", "limit/soon"],
    judge: (exchanges) => {
      const [chat, soon] = exchanges;
      const seconds = Number((soon?.reply && headerOf(soon.reply, "retry-after")) ?? Number.NaN);
      const isOver =
        chat?.reply?.status === 200 && soon !== undefined && endOf(chat) > endOf(soon) + (seconds - 1) * 1000;
      return isOver ? { outcome: "skip", reason: "The limit may have been over by then." } : rule.judge(exchanges);
    },
  };
}

/** Only the first refusal is judged on its own: what is wrong with all of them is one fault. */
function afterTheFirst(rule: Rule): Rule {
  const first = rule.id.split("/").length === 2 ? "limit/refused" : `limit/refused/${rule.id.split("/")[2]}`;
  const after = [rule.after ?? []].flat();
  return { ...rule, after: [...after, ...(onTheFirst.has(first) ? [first] : [])] };
}

function judgeRefused(exchange: Exchange | undefined): Verdict {
  const status = exchange?.reply?.status;
  if (status === 429) return pass;
  if (status === 200) {
    const limit = Number(headerOf(exchange?.reply as WireReply, "x-ratelimit-limit-requests") ?? 0); // 200 is of a reply
    const needs = `a key of at most ${lowLimitCalls} requests a minute`;
    if (limit > lowLimitCalls) return { outcome: "skip", reason: `The limit of this key is ${limit}.`, needs };
    const count = 1 + (exchange?.earlier.length ?? 0);
    if (count < (limit || lowLimitCalls))
      return {
        outcome: "skip",
        reason: `The run has no calls left for more than ${count} with this key.`,
        needs: "--only limit",
      };
    const message = `None of ${count} requests in a row with the key of a low limit was refused.`;
    return broken({ message, expected: "429", actual: "200" });
  }
  if (status === undefined) return { outcome: "inconclusive", reason: "No answer came." };
  return broken({
    message: `Over the limit, the answer is ${status}; expected 429.`,
    expected: "429",
    actual: String(status),
  });
}

function judgeRetryAfter({ reply }: Exchange): Verdict {
  const text = reply && headerOf(reply, "retry-after");
  if (text !== undefined && /^\d+$/.test(text) && Number(text) <= longestSeconds) return pass;
  return broken({
    message: `Retry-After is ${text ?? "absent"}; expected a number of seconds, for a limit of requests a minute.`,
    expected: `seconds to wait, at most ${longestSeconds}`,
    actual: text ?? "absent",
  });
}

/** Only where the minute can't have ended between the two calls. */
function judgeModels(find: Find): Verdict {
  const [models, chat] = ["limit/models", "limit/chat"].map(find);
  const seconds = Number((chat?.reply && headerOf(chat.reply, "retry-after")) ?? Number.NaN);
  const status = models?.reply?.status;
  if (models !== undefined && status !== undefined && status !== 200 && status !== 429) {
    const message = `Over the limit, the answer for the model list is ${status}; expected 429.`;
    return broken({ message, expected: "429", actual: String(status) });
  }
  if (models === undefined || status !== 200 || chat === undefined) return pass;
  if (!(endOf(models) <= endOf(chat) + (seconds - 1) * 1000))
    return { outcome: "skip", reason: "The limit may have been over by then." };
  return broken({
    message: `A chat completion is refused for ${seconds} s, and the model list right after it is answered.`,
    expected: "429",
    actual: "200",
  });
}

function judgeFalls(find: Find): Verdict {
  const [first, soon] = ["limit/refused", "limit/soon"].map((id) => find(id)?.reply);
  if (soon?.status !== 429 || first === undefined)
    return { outcome: "skip", reason: "A second later there was no limit any more." };
  const [before, after] = [first, soon].map((reply) => Number(headerOf(reply, "retry-after")));
  if ((after ?? 0) < (before ?? 0) || before === 0 || before === 1) return pass;
  return broken({
    message: `Retry-After was ${before}, and a second later ${after}.`,
    expected: `less than ${before}`,
    actual: String(after),
  });
}
