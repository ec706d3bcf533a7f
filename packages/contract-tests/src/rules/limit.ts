import type { Exchange } from "../exchange.js";
import { limitExchanges, lowLimitCalls } from "../exchanges/limit.js";
import { balanceIn, costOf, entriesIn, idsIn, newEntries } from "../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { headerOf, type WireReply } from "../wire/wire.js";
import { conditions, messagesConditions } from "./conditions.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { ruleOn } from "./rule-on.js";

const plan = planned(limitExchanges);
const refused = plan("limit/refused");
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

export const limitRules: Rule[] = [
  ...refusalRules(refused, { condition: conditions.rateLimit, isWanted: true }).map((rule) =>
    rule.id === refused.id ? { ...rule, judge: ([exchange]: Exchange[]) => judgeRefused(exchange) } : rule,
  ),
  ruleOn(refused, {
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
    id: "limit/falls",
    sentence: "Retry-After falls as time goes by.",
    requirements: ["R7.9"],
    provenance: "inferred",
    exchanges: ["limit/soon", "limit/refused"],
    after: "limit/refused/retry-after",
    judge: judgeFalls,
  }),
  ...refusalRules(plan("limit/chat"), { condition: conditions.rateLimit, isWanted: true })
    .map(whileItHolds)
    .map(afterTheFirst),
  ...refusalRules(plan("limit/messages"), {
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
  ruleOnExchanges({
    id: "limit/untouched",
    sentence: "What is refused over the limit changes neither the balance nor the history.",
    requirements: ["R7.9", "R8.4"],
    provenance: "stated",
    level: "should",
    exchanges: [
      "limit/balance-after",
      "limit/balance-before",
      "limit/history-before",
      "limit/history-after",
      "limit/first",
      "limit/refused",
      "limit/soon",
      "limit/chat",
      "limit/models",
      "limit/messages",
      "account/history-first",
      "account/history-settled",
      "account/balance-first",
    ],
    takesMissing: true,
    after: "limit/refused",
    judge: judgeUntouched,
  }),
  ruleOnExchanges({
    id: "limit/own-history",
    sentence: "What is refused over the limit does not come into the history of the key.",
    requirements: ["R7.9", "R8.4"],
    provenance: "stated",
    // Others may use the key at the same time.
    level: "should",
    exchanges: ["limit/own-history-after", "limit/own-history", "limit/history-before"],
    after: "limit/after",
    judge: judgeOwnHistory,
  }),
  ruleOnExchanges({
    id: "limit/unbilled",
    sentence: "What is refused over the limit costs no points.",
    requirements: ["R7.9", "R8.4"],
    provenance: "stated",
    level: "should",
    exchanges: [
      "limit/after",
      "limit/first",
      "limit/balance-after",
      "limit/history-after",
      "account/history-first",
      "account/balance-first",
    ],
    takesMissing: true,
    after: "limit/after",
    judge: (find) => {
      const ids = ["limit/first", "limit/after", "limit/balance-after"];
      const [before, after, ownAfter] = ids.map((id) => balanceIn(find(id)?.reply));
      if (before === undefined || after === undefined)
        return { outcome: "blocked", reason: "The balance could not be read." };
      if (before === after) return pass;
      if (after === ownAfter && !hasUnexplainedFall(find))
        return { outcome: "disturbed", reason: "A cost came late to the account, which is the caller's own." };
      return broken({
        message: `The balance went from ${before} to ${after} while nothing was answered but the balance.`,
        expected: String(before),
        actual: String(after),
        pointer: "/current_point_balance",
      });
    },
  }),
];

/** What was charged late for answered calls has its entries: more than those cost can't be theirs. */
function hasUnexplainedFall(find: Find): boolean {
  const [first, last] = ["account/history-first", "limit/history-after"].map((id) => find(id)?.reply);
  const [whole, left] = ["account/balance-first", "limit/balance-after"].map((id) => balanceIn(find(id)?.reply));
  return (whole ?? Number.NaN) - (left ?? Number.NaN) > costOf(newEntries(first, last));
}

/** What the key of a low limit sees of its own account before and after: nothing was asked of it but to read. */
function judgeOwnHistory(find: Find): Verdict {
  const [earlier, later] = ["limit/own-history", "limit/own-history-after"].map((id) => find(id)?.reply);
  if (earlier?.status !== 200 || later?.status !== 200)
    return { outcome: "skip", reason: "The history could not be read with the key of a low limit." };
  const fresh = newEntries(earlier, later);
  const callers = find("limit/history-before")?.reply;
  const isShared =
    idsIn(earlier).length + idsIn(callers).length === 0 || idsIn(callers).some((id) => idsIn(earlier).includes(id));
  if (isShared) return { outcome: "skip", reason: "The key of a low limit is one of the caller's own account." };
  if (fresh.length === 0) return pass;
  return broken({
    message: `${fresh.length} entries came into the history of the key while it was refused, and only read.`,
    expected: "none",
    actual: String(fresh.length),
    pointer: "/data",
  });
}

/** Where the key of a low limit has the caller's own account: what was refused has changed nothing in it. */
function judgeUntouched(find: Find): Verdict {
  const reply = (id: string) => find(`limit/${id}`)?.reply;
  const [first, before, after] = ["first", "balance-before", "balance-after"].map((id) => balanceIn(reply(id)));
  if (first === undefined || first !== before || after === undefined)
    return {
      outcome: "skip",
      reason: "The key of a low limit has another account.",
      needs: "a key with a low limit of the same account",
    };
  const [earlier, later] = [reply("history-before"), reply("history-after")];
  const count = newEntries(earlier, later).length;
  const isSettled = costOf(entriesIn(earlier)) === costOf(entriesIn(later));
  if (count === 0 && before === after) return pass;
  if (count === 0 && isSettled && after < before && hasUnexplainedFall(find))
    return broken({
      message: `The balance fell from ${before} to ${after} while requests were refused, without an entry in the history.`,
      expected: String(before),
      actual: String(after),
      pointer: "/current_point_balance",
    });
  const refused = ["refused", "chat", "models", "messages", "soon"].filter((id) => reply(id)?.status === 429).length;
  const completions = ["chat", "messages"].filter((id) => reply(id)?.status === 429).length;
  const isEnteredLate = (find("account/history-settled")?.earlier.length ?? 0) > 0;
  if (count > 0 && isEnteredLate) return { outcome: "skip", reason: "Entries come late into the history." };
  if (count > 0 && (count === refused || count === completions))
    return broken({
      message: `${refused} refused requests left ${count} entries in the history.`,
      expected: "none",
      actual: String(count),
    });
  return { outcome: "disturbed", reason: "Others use the account at the same time, or a cost came late." };
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

const endOf = ({ beganAt, tookMs }: Exchange) => beganAt + tookMs;

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
  if (status === undefined) return { outcome: "disturbed", reason: "No answer came." };
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
  if (models?.reply?.status !== 200 || chat === undefined) return pass;
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
