import { valueAt } from "@model-access/contract";
import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { balanceIn, costOf, entriesIn, newEntries } from "../../reading/account-reading.js";
import { priceInPoints } from "../../reading/price.js";
import { balanceRead, historyRead } from "../../requests/account-reads.js";
import { noSuchModel, question, shortAnswer } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf, type WireReply } from "../../wire/wire.js";

/** How often a call is refused, in two rounds, to see whether that costs anything. */
const refusedTimes = [3, 1] as const;

/** How often history and balance are read until a cost has arrived. */
const settleTimes = 6;

const settleMs = 400;

const firstCost = {
  balance: "account/balance-before",
  from: "account/history-before",
  to: "account/history-settled",
};

const secondCost = {
  balance: "account/balance-settled",
  from: "account/history-settled",
  to: "account/history-whole",
};

const usedByOthers: Verdict = { outcome: "inconclusive", reason: "The account is used by others at the same time." };

/** The calls whose cost is judged together. */
const bothCalls = ["chat/reply", "chat/stream"];

const freshIn = (find: Find) =>
  newEntries(find("account/history-before")?.reply, find("account/history-settled")?.reply);

const fallBetween = (earlier: WireReply | undefined, later: WireReply | undefined) =>
  (balanceIn(earlier) ?? Number.NaN) - (balanceIn(later) ?? Number.NaN);

const historyFirstCall: ExchangePlan = historyRead("account/history-first", []);

const balanceFirstCall: ExchangePlan = balanceRead("account/balance-first", ["account/history-first"]);

const refusedCallCall: ExchangePlan = refusedCall("account/refused-call", ["account/balance-first"], refusedTimes[0]);

const modelsCall: ExchangePlan = modelList("account/models", ["account/refused-call"]);

const historyUnbilledCall: ExchangePlan = historyRead("account/history-unbilled", ["account/models"]);

const balanceUnbilledCall: ExchangePlan = balanceRead("account/balance-unbilled", ["account/history-unbilled"]);

const refusedAgainCall: ExchangePlan = refusedCall(
  "account/refused-again",
  ["account/balance-unbilled"],
  refusedTimes[1],
);

const modelsAgainCall: ExchangePlan = modelList("account/models-again", ["account/refused-again"]);

const historyBeforeCall: ExchangePlan = historyRead("account/history-before", ["account/models-again"]);

const balanceBeforeCall: ExchangePlan = balanceRead("account/balance-before", ["account/history-before"]);

const historySettledCall: ExchangePlan = historyRead("account/history-settled", ["chat/limited"], {
  says: "a request for the history until it has the cost",
  repeat: { atMost: settleTimes, waitMs: settleMs, until: hasCost },
});

const balanceSettledCall: ExchangePlan = balanceRead("account/balance-settled", ["account/history-settled"], {
  says: "a request for the balance until it has fallen by the cost",
  repeat: { atMost: settleTimes, waitMs: settleMs, until: fallsBy(firstCost) },
});

const historyWholeCall: ExchangePlan = historyRead(
  "account/history-whole",
  ["account/balance-settled", "chat/reply", "chat/stream"],
  {
    says: "a request for the history after a plain and a streamed chat completion",
    repeat: { atMost: settleTimes, waitMs: settleMs, until: hasBoth },
  },
);

const balanceWholeCall: ExchangePlan = balanceRead("account/balance-whole", ["account/history-whole"], {
  says: "a request for the balance until it has fallen by their cost",
  repeat: { atMost: settleTimes, waitMs: settleMs, until: fallsBy(secondCost) },
});

/** What the account says before and after calls that cost nothing, and before and after one that costs points. The order
 * is that of `needs`: nothing else is called in between. */
export const billingCalls: ExchangePlan[] = [
  historyFirstCall,
  balanceFirstCall,
  refusedCallCall,
  modelsCall,
  historyUnbilledCall,
  balanceUnbilledCall,
  refusedAgainCall,
  modelsAgainCall,
  historyBeforeCall,
  balanceBeforeCall,
  historySettledCall,
  balanceSettledCall,
  historyWholeCall,
  balanceWholeCall,
];

/** What the fields mean is known from deployments, not from the specification, so that no rule here is a must. */
export const billingRules: Rule[] = [
  ruleOnExchanges({
    id: "account/free-calls",
    sentence: "What is refused, and what only reads, costs no points and has no entry in the history.",
    requirements: ["R7.9", "R8.3"],
    provenance: "observed",
    exchanges: [
      "account/balance-unbilled",
      "account/balance-first",
      "account/balance-before",
      "account/history-first",
      "account/history-unbilled",
      "account/history-before",
    ],
    after: "account/history-ids",
    judge: judgeFree,
  }),
  ruleOnExchanges({
    id: "account/cost-recorded",
    sentence: "A chat completion has an entry in the history, with its cost.",
    requirements: ["R1.1", "R8.3", "R4.4"],
    provenance: "observed",
    exchanges: ["account/history-settled", "account/history-before", "chat/limited"],
    after: ["account/free-calls", "chat/limited/status"],
    judge: judgeRecorded,
  }),
  ruleOnExchanges({
    id: "account/balance-falls",
    sentence: "The balance falls by what the history says a chat completion cost.",
    requirements: ["R1.1", "R5.1", "R8.3"],
    provenance: "observed",
    exchanges: [
      "account/balance-settled",
      "account/balance-before",
      "account/history-before",
      "account/history-settled",
      "account/history-whole",
    ],
    takesMissing: true,
    after: "account/cost-recorded",
    judge: judgeFall,
  }),
  ruleOnExchanges({
    id: "account/cost-is-price",
    sentence: "A chat completion costs what the model list says, where that has prices in points.",
    requirements: ["R8.3", "R2.7"],
    provenance: "observed",
    exchanges: ["account/history-settled", "account/history-before", "chat/limited", "models/list"],
    after: "account/balance-falls",
    judge: judgePrice,
  }),
  ruleOnExchanges({
    id: "account/history-complete",
    sentence: "Each chat completion, plain or streamed, has one entry in the history.",
    requirements: ["R8.3", "R4.4"],
    provenance: "observed",
    exchanges: ["account/history-whole", "account/history-settled", "account/history-before", ...bothCalls],
    after: ["account/cost-recorded", "chat/reply/status", "chat/stream/status"],
    judge: judgeComplete,
  }),
  ruleOnExchanges({
    id: "account/streams-charged",
    sentence: "The balance falls by what the history says a plain and a streamed chat completion cost.",
    requirements: ["R8.3", "R5.1"],
    provenance: "observed",
    exchanges: [
      "account/balance-whole",
      "account/balance-settled",
      "account/history-settled",
      "account/history-whole",
      "account/page-one",
    ],
    takesMissing: true,
    after: ["account/balance-falls", "account/history-complete"],
    judge: judgeSecondFall,
  }),
];

function refusedCall(id: string, needs: string[], atMost: number): ExchangePlan {
  return {
    id,
    operationId: "createChatCompletion",
    says: "chat completions that are refused",
    isValid: false,
    needs,
    repeat: { atMost, until: () => false },
    write: () => ({
      json: { model: noSuchModel, messages: [{ role: "user", content: question }], max_tokens: shortAnswer },
    }),
  };
}

/** What only reads is free, too; and a list that is read again is the same list. */
function modelList(id: string, needs: string[]): ExchangePlan {
  const says = "another request for the model list";
  return { id, operationId: "listModels", says, isValid: true, needs, write: () => ({}) };
}

/** A cost of 0 is not final yet; where everything costs 0 the tries run out. */
function hasCost(reply: Parameters<typeof entriesIn>[0], facts: Facts): boolean {
  const fresh = newEntries(facts.replyTo("account/history-before"), reply);
  return fresh.length > 0 && fresh.every((entry) => valueAt(entry, "/cost_points") !== 0);
}

/** A plain and a streamed chat completion were made since the history had settled. */
function hasBoth(reply: Parameters<typeof entriesIn>[0], facts: Facts): boolean {
  const fresh = newEntries(facts.replyTo("account/history-settled"), reply);
  return fresh.length >= 2 && fresh.every((entry) => valueAt(entry, "/cost_points") !== 0);
}

/** Whether the balance has fallen since an earlier one by what came into the history between two reads of it. */
function fallsBy({ balance, from, to }: typeof firstCost) {
  return (reply: Parameters<typeof entriesIn>[0], facts: Facts): boolean => {
    const cost = costOf(newEntries(facts.replyTo(from), facts.replyTo(to)));
    return (balanceIn(facts.replyTo(balance)) ?? 0) - (balanceIn(reply) ?? 0) === cost;
  };
}

/**
 * A second round tells what our own calls do from what others do at the same time: where the first round has a change
 * and the second has not, it was somebody else's, or a late cost.
 */
function judgeFree(find: Find): Verdict {
  const reply = (id: string) => find(id)?.reply;
  const rounds = [
    {
      entries: newEntries(reply("account/history-first"), reply("account/history-unbilled")),
      fall: fallBetween(reply("account/balance-first"), reply("account/balance-unbilled")),
    },
    {
      entries: newEntries(reply("account/history-unbilled"), reply("account/history-before")),
      fall: fallBetween(reply("account/balance-unbilled"), reply("account/balance-before")),
    },
  ];
  if (rounds.every(({ entries, fall }) => entries.length === 0 && fall === 0)) return pass;
  if (rounds.every(({ entries }, round) => entries.length === refusedTimes[round]))
    return broken({
      message: `Each of ${refusedTimes[0]} refused calls has an entry in the history, and so had ${refusedTimes[1]} more.`,
    });
  if (rounds.every(({ entries, fall }) => entries.length === 1 && costOf(entries) === 0 && fall === 0))
    return broken({
      message: "Each look at the history has an entry in the history, too.",
      // Others may have begun a call in both rounds.
      provenance: "inferred",
    });
  if (rounds.every(({ entries, fall }) => entries.length === 0 && fall > 0))
    return broken({
      message: `Calls that cost nothing took ${rounds[0]?.fall} points from the balance, and then ${rounds[1]?.fall} again, without an entry in the history.`,
      pointer: "/current_point_balance",
    });
  return usedByOthers;
}

function judgeRecorded(find: Find): Verdict {
  if (freshIn(find).length > 0) return pass;
  return broken({ message: "The chat completion did not come into the history.", expected: "an entry" });
}

function judgeFall(find: Find): Verdict {
  const fresh = freshIn(find);
  const cost = costOf(fresh);
  const fall = fallBetween(find("account/balance-before")?.reply, find("account/balance-settled")?.reply);
  if (fall === cost) return pass;
  const [settled, whole] = [find("account/history-settled")?.reply, find("account/history-whole")?.reply];
  if (fresh.length > 1 || newEntries(settled, whole).length > bothCalls.length) return usedByOthers;
  return broken({
    message: `The history says a cost of ${cost} points; the balance fell by ${fall}.`,
    expected: String(cost),
    actual: String(fall),
    pointer: "/current_point_balance",
  });
}

/** Two entries for one call, and again for each of two: nobody else's calls come in such step. */
function judgeComplete(find: Find): Verdict {
  const answered = bothCalls.length;
  const [settled, whole] = [find("account/history-settled")?.reply, find("account/history-whole")?.reply];
  const count = newEntries(settled, whole).length;
  if (entriesIn(settled).length > 0 && count === entriesIn(whole).length)
    return { outcome: "skip", reason: "A page of the history is too short to tell." };
  if (count < answered)
    return broken({
      message: `A plain and a streamed chat completion have ${count} new entries in the history.`,
      expected: String(answered),
      actual: String(count),
      pointer: "/data",
    });
  if (count === answered) return pass;
  const times = freshIn(find).length;
  if (times > 1 && count === times * answered)
    return broken({
      message: `Each chat completion has ${times} entries in the history.`,
      expected: "one",
      actual: String(times),
      pointer: "/data",
    });
  return usedByOthers;
}

function judgeSecondFall(find: Find): Verdict {
  const fresh = newEntries(find("account/history-settled")?.reply, find("account/history-whole")?.reply);
  const cost = costOf(fresh);
  const fall = fallBetween(find("account/balance-settled")?.reply, find("account/balance-whole")?.reply);
  if (fall === cost) return pass;
  // Nothing of ours is entered between the last look at the balance and the page after it.
  const [page, whole] = [find("account/page-one")?.reply, find("account/history-whole")?.reply];
  if (fresh.length > bothCalls.length || newEntries(whole, page).length > 0) return usedByOthers;
  return broken({
    message: `The history says a cost of ${cost} points for a plain and a streamed chat completion; the balance fell by ${fall}.`,
    expected: String(cost),
    actual: String(fall),
    pointer: "/current_point_balance",
  });
}

function judgePrice(find: Find): Verdict {
  const fresh = freshIn(find);
  if (fresh.length !== 1) return usedByOthers;
  const [list, call] = [find("models/list"), find("chat/limited")].map(
    (each) => each?.reply && jsonOf(each.reply)?.value,
  );
  const asked: unknown = JSON.parse(find("chat/limited")?.request.body ?? "null");
  const price = priceInPoints(list, valueAt(asked, "/model"), valueAt(call, "/usage"));
  if (price === undefined)
    return { outcome: "skip", reason: "The model list has no price in points for this model, or the reply no usage." };
  const cost = Number(valueAt(fresh[0], "/cost_points"));
  if (cost >= Math.min(price.least, 0.9 * price.exact) && cost <= Math.max(price.most, 1.1 * price.exact)) return pass;
  return broken({
    message: `The history says a cost of ${cost} points; by the model list it is ${price.exact.toFixed(2)}.`,
    expected: price.exact.toFixed(2),
    actual: String(cost),
    pointer: "/data/0/cost_points",
  });
}
