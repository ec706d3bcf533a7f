import type { Exchange, KeyName } from "../exchange.js";
import { type KeyCase, keyCaseId, lastKeyCases, lastKeysExchanges } from "../exchanges/keys-last.js";
import { balanceIn, idsIn, newEntries } from "../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { judgeErrorForm } from "./case-rules.js";
import { judgeStatus } from "./judge-reply.js";
import { type Find, ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";

const plan = planned(lastKeysExchanges);

/** What is known of a kind of key, and the rule on the call that a run makes with it in any case. */
const kinds: Partial<Record<KeyName, Pick<Rule, "requirements" | "provenance"> & { after: string }>> = {
  noPermission: { requirements: ["R5.3", "R7.1"], provenance: "stated", after: "keys/no-permission" },
  noPoints: { requirements: ["R7.7", "R5.1"], provenance: "stated", after: "keys/no-points" },
  revoked: { requirements: ["R5.4"], provenance: "stated", after: "keys/revoked" },
  none: { requirements: ["R5.1", "R5.3"], provenance: "stated", after: "chat/refused/no-key" },
};

/** Keys of all kinds on all paths and in streams, where the call that a run makes with them in any case is right. */
export const lastKeysRules: Rule[] = [
  ...lastKeyCases.flatMap(rulesOnCase),
  ruleOnExchanges({
    id: "keys/no-points-balance-again/unchanged",
    sentence: "What is refused for want of points has no entry in the history of its account, and costs nothing.",
    requirements: ["R7.7", "R8.3"],
    provenance: "observed",
    exchanges: [
      "keys/no-points-balance-again",
      "keys/no-points-history-again",
      "keys/no-points-balance",
      "keys/no-points-history",
      "account/history-whole",
    ],
    after: [
      "keys/no-points-reply",
      "keys/no-points-balance-again",
      "keys/no-points-history-again",
      "account/history-ids",
    ],
    judge: judgeUnchanged,
  }),
];

function rulesOnCase(each: KeyCase): Rule[] {
  const kind = kinds[each.key];
  if (kind === undefined) throw new Error(`Nothing is known of the key ${each.key}.`);
  const { after, ...about } = kind;
  const id = keyCaseId(each);
  const isStream = each.path === "stream";
  const isAnswered = each.statuses.includes(200);
  const status = ruleOn(plan(id), {
    requirements: [...about.requirements, ...(isStream ? ["R6.3"] : [])],
    // What only reads is free on known deployments; the specification says that each request costs points.
    provenance: isAnswered && each.key === "noPoints" ? "observed" : about.provenance,
    sentence: `${plan(id).says} ${saysOf(each.statuses)}`,
    judge: (exchange) => judgeStatuses(exchange, each.statuses),
  });
  const error = ruleOn(plan(id), {
    ...about,
    name: "error",
    sentence: `the refusal of ${plan(id).says} is an error of the documented form`,
    judge: (exchange) => judgeErrorForm(exchange, "service"),
  });
  const errorAfter = [id, `${after}/members`, `${after}/media-type`];
  const hasForm = (each.key === "revoked" || each.key === "noPoints") && !isAnswered;
  return [{ ...status, after }, ...(hasForm ? [{ ...error, after: errorAfter }] : [])];
}

function saysOf(statuses: number[]): string {
  if (!statuses.includes(200)) return `is refused with status ${statuses[0]}`;
  return statuses.includes(403) ? "is answered, or refused with status 403" : "is answered";
}

function judgeStatuses(exchange: Exchange, statuses: number[]): Verdict {
  const status = exchange.reply?.status ?? 0;
  if (status < 400 && statuses.includes(status)) return pass;
  return judgeStatus(exchange, statuses.at(-1) ?? 200, { isWanted: status === 402 });
}

/** The account of the caller's own key is in use. */
function judgeUnchanged(find: Find): Verdict {
  const [before, after] = ["keys/no-points-history", "keys/no-points-history-again"].map((id) => find(id)?.reply);
  const own = idsIn(find("account/history-whole")?.reply);
  if (idsIn(after).some((id) => own.includes(id)))
    return { outcome: "skip", reason: "The key without points sees the entries of the caller's own." };
  const [fresh] = newEntries(before, after);
  if (fresh !== undefined)
    return broken({
      message: `A call that was refused for want of points has the entry ${JSON.stringify(fresh).slice(0, 120)}.`,
      expected: "no entry",
      pointer: "/data/0",
      ...exchangeOf(find("keys/no-points-history-again")),
    });
  const [told, left] = ["keys/no-points-balance", "keys/no-points-balance-again"].map((id) =>
    balanceIn(find(id)?.reply),
  );
  if (told === undefined || left === undefined || left >= told) return pass;
  return broken({
    message: `The balance went from ${told} to ${left} while calls were refused for want of points.`,
    expected: String(told),
    actual: String(left),
    pointer: "/current_point_balance",
  });
}

const exchangeOf = (exchange: Exchange | undefined) => (exchange === undefined ? {} : { exchange });
