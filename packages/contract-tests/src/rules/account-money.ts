import { valueAt } from "@model-access/contract";
import { moneyExchanges, refusedTimes } from "../exchanges/account-money.js";
import { priceInPoints } from "../models/price.js";
import { balanceIn, costOf, entriesIn, newEntries } from "../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { jsonOf, type WireReply } from "../wire/wire.js";
import { judgeStatus } from "./judge-reply.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";

const plan = planned(moneyExchanges);

const usedByOthers: Verdict = { outcome: "disturbed", reason: "The account is used by others at the same time." };

/** The calls whose cost is judged together. */
const bothCalls = ["chat/reply", "chat/stream"];

/** What the fields mean is known from deployments, not from the specification, so that no rule here is a must. */
export const accountMoneyRules: Rule[] = [
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
  ruleOn(plan("account/billed-call"), {
    sentence: "a conversation with a system message and temperature 2 is answered with status 200",
    requirements: ["R2.5", "R8.2"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
  ruleOnExchanges({
    id: "account/cost-recorded",
    sentence: "A chat completion has an entry in the history, with its cost.",
    requirements: ["R1.1", "R8.3", "R4.4"],
    provenance: "observed",
    exchanges: ["account/history-settled", "account/history-before", "account/billed-call"],
    after: ["account/free-calls", "account/billed-call"],
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
    exchanges: ["account/history-settled", "account/history-before", "account/billed-call", "models/list"],
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
  const [list, call] = [find("models/list"), find("account/billed-call")].map(
    (each) => each?.reply && jsonOf(each.reply)?.value,
  );
  const asked: unknown = JSON.parse(find("account/billed-call")?.request.body ?? "null");
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

const freshIn = (find: Find) =>
  newEntries(find("account/history-before")?.reply, find("account/history-settled")?.reply);

const fallBetween = (earlier: WireReply | undefined, later: WireReply | undefined) =>
  (balanceIn(earlier) ?? Number.NaN) - (balanceIn(later) ?? Number.NaN);
