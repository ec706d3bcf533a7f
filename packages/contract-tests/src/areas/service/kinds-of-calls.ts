import { valueAt } from "@model-access/contract";
import { comparisonsAlike } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { costOf } from "../../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { listCall } from "../models/list.js";
import { answeredBefore, kindsOf } from "./all-calls.js";
import { paired, priceOf } from "./costs.js";
import { freshIn, isWhole, sinceFirst, type Told, unpaired } from "./history.js";

/** Rules on the kinds of answered calls, one as the other: an interface, plain or streamed, may be left out of an account. */
export const kindRules: Rule[] = comparisonsAlike(
  "service",
  {
    requirements: ["R8.3", "R4.4"],
    provenance: "observed",
    reads: { ...sinceFirst, list: listCall },
    readsAll: true,
    after: ["account/history-complete", "account/history-ordered", "service/all-entered"],
  },
  {
    "kinds-entered": {
      sentence: "answered calls of every interface have an entry in the history, plain and streamed",
      judge: judgeKindsEntered,
    },
    "kinds-charged": {
      sentence: "calls of every interface cost points if their models have a price, plain and streamed",
      after: ["account/history-complete", "account/history-ordered", "account/cost-is-price"],
      judge: (read, all) => judgeKindsCharged(read, { all, list: bodyOf(read.list.reply) }),
    },
  },
);

/** The entries that are missing are those of a kind where they are as many. The newest ones may be on their way. */
function judgeKindsEntered(read: Told, all: Exchange[]): Verdict {
  const calls = answeredBefore(read.last, all);
  const missing = calls.length - freshIn(read).length;
  if (missing <= 0 || !isWhole(read) || read.last.reply?.status !== 200) return pass;
  const kinds = [...new Set(calls.flatMap(kindsOf))];
  const numberOf = (kind: string, of = calls) => of.filter((call) => kindsOf(call).includes(kind)).length;
  const kind = kinds.find((each) => numberOf(each) === missing);
  const isLate = kind === undefined || numberOf(kind, calls.slice(-missing)) === missing;
  const [expected, actual] = [calls.length, calls.length - missing];
  const why = kind === undefined ? "" : `, as if those of ${kind} had no entries`;
  const message = `${expected} calls were answered, and ${actual} came into the history${why}.`;
  const finding = { message, expected, actual, pointer: "/data" };
  return broken(isLate ? { ...finding, provenance: "inferred" } : finding);
}

function judgeKindsCharged(read: Told, { all, list }: { all: Exchange[]; list: unknown }): Verdict {
  const pairs = paired(read, all);
  if (pairs === undefined) return unpaired;
  for (const kind of new Set(pairs.flatMap(({ call }) => kindsOf(call)))) {
    const own = pairs.filter(({ call }) => kindsOf(call).includes(kind));
    const others = pairs.filter((each) => !own.includes(each));
    const least = own.reduce((sum, { call }) => sum + (priceOf(call, list)?.least ?? 0), 0);
    const isFree = own.every(({ entry }) => valueAt(entry, "/cost_points") === 0);
    if (!isFree || least < 1 || costOf(others.map(({ entry }) => entry)) === 0) continue;
    const message = `All ${own.length} answers of ${kind} cost 0 points; by the model list they cost at least ${least}.`;
    return broken({ message, expected: `at least ${least}`, actual: 0, pointer: "/data" });
  }
  return pass;
}
