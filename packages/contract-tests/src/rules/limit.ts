import type { Exchange } from "../exchange.js";
import { limitExchanges, lowLimitCalls } from "../exchanges/limit.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { headerOf, type WireReply } from "../wire/wire.js";
import { conditions, messagesConditions } from "./conditions.js";
import { limitUntouchedRules } from "./limit-untouched.js";
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
  ...limitUntouchedRules,
];

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
