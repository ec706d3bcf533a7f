import { valueAt } from "@model-access/contract";
import { type Read, rule } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { isHoursOff } from "../../checks/time.js";
import type { Exchange } from "../../exchange.js";
import { newEntries } from "../../reading/account-reading.js";
import { recordsOf } from "../../reading/choose-model.js";
import { joinedText, plainly, plainText } from "../../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { limitedCall } from "../chat/max-tokens.js";
import { replyCall } from "../chat/reply.js";
import { streamCall } from "../chat/stream.js";
import { listCall } from "../models/list.js";
import { historyBefore, historySettled, historyWhole } from "./readings.js";

const reads = { settled: historySettled, before: historyBefore, call: limitedCall, list: listCall };

/** The entry of one call, and the model that was called by its record. */
interface Entered {
  entry: unknown;
  asked: unknown;
  record: unknown;
  read: Read<typeof reads>;
}

/** Rounding, a cheaper cache and a rate of exchange move a cost by less than this. */
const mostTimes = 20;

const about = { requirements: ["R4.4", "R2.8"], provenance: "observed" } as const;

const entryModel = entryRule("model", judgeModel, {
  sentence: "the entry of a chat completion names the model that was called, and no other of the list",
});

/** Rules on what the entry of one chat completion says of it; the fields are known from deployments. */
export const entryRules: Rule[] = [
  entryModel,
  entryRule("type", judgeType, {
    sentence: "the entry of a chat completion does not have the usage type of a chat or an app",
  }),
  entryRule("time", judgeTime, {
    sentence: "the entry of a chat completion has the time of the call, and not that of another time zone",
  }),
  entryRule("usd", judgeUsd, {
    sentence: "if an entry has a cost in USD, it is about the price of its tokens in the model list",
    requirements: ["R8.3", "R2.7"],
    after: ["cost-recorded", "history-times", "cost-is-price"],
  }),
  rule("account", "stream-entry", {
    ...about,
    sentence: "the entries of a plain and a streamed chat completion name the same model",
    reads: { whole: historyWhole, settled: historySettled },
    after: ["history-complete", entryModel],
    judge: ({ settled, whole }) => {
      const fresh = newEntries(settled.reply, whole.reply);
      const [streamed, plain] = fresh.map((entry) => valueAt(entry, "/bot_name"));
      if (fresh.length !== 2 || typeof streamed !== "string" || typeof plain !== "string" || streamed === plain)
        return pass;
      return broken({
        message: `The entries of a plain and a streamed call of the same model name ${plain} and ${streamed}.`,
        expected: plain,
        actual: streamed,
        pointer: "/data/0/bot_name",
      });
    },
  }),
  rule("account", "stream-cost", {
    ...about,
    sentence: "a streamed chat completion of the same text costs no more than the plain one",
    requirements: ["R8.3", "R4.4"],
    reads: { whole: historyWhole, settled: historySettled, plain: replyCall, streamed: streamCall },
    after: ["streams-charged", "history-ordered", "chat/stream/text"],
    judge: judgeStreamCost,
  }),
];

/** Makes a rule on the entry of one call. Where there are more entries, which of them is ours can't be told. */
function entryRule(
  name: string,
  judge: (entered: Entered) => Verdict,
  its: { sentence: string; requirements?: string[]; after?: string[] },
): Rule {
  return rule("account", `entry-${name}`, {
    ...about,
    after: ["cost-recorded", "history-times"],
    ...its,
    reads,
    judge: (read) => {
      const [entry, ...others] = newEntries(read.before.reply, read.settled.reply);
      if (entry === undefined || others.length > 0)
        return { outcome: "inconclusive", reason: "The account is used by others at the same time." };
      const asked = valueAt(JSON.parse(read.call.request.body ?? "null"), "/model");
      const record = recordsOf(bodyOf(read.list.reply)).find((each) => isSameName(valueAt(each, "/id"), asked));
      return judge({ entry, asked, record, read });
    },
  });
}

/** An older form of the entry calls the name `app_name`; any other member that is the called model's name will do. */
function judgeModel({ entry, asked, record, read }: Entered): Verdict {
  const members = Object.values({ ...(typeof entry === "object" && entry) });
  const known = [asked, valueAt(record, "/metadata/display_name")];
  if (members.some((member) => known.some((each) => isSameName(member, each)))) return pass;
  const name = valueAt(entry, "/bot_name") ?? valueAt(entry, "/app_name");
  const pointer = "/data/0/bot_name";
  if (typeof name !== "string") return pass;
  if (name === "") return broken({ message: "The name of the model is empty.", expected: String(asked), pointer });
  const isOther = recordsOf(bodyOf(read.list.reply)).some((each) =>
    ["/id", "/metadata/display_name"].some((pointer) => isSameName(valueAt(each, pointer), name)),
  );
  if (!isOther && !isUnlike(name, known)) return pass;
  const message = `The entry of a call of ${asked} names ${name}, which is ${isOther ? "another model of the list" : "none of its names"}.`;
  return broken({ message, expected: String(asked), actual: name, pointer });
}

function isSameName(one: unknown, other: unknown): boolean {
  return typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase();
}

/** True for a name that does not even begin as those that the model list has of a model do, where it has one for people. */
function isUnlike(name: string, known: unknown[]): boolean {
  if (typeof known[1] !== "string") return false;
  const beginning = (text: unknown) =>
    String(text)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "")
      .slice(0, 4);
  return known.every((each) => beginning(each) !== beginning(name));
}

function judgeType({ entry }: Entered): Verdict {
  const type = valueAt(entry, "/usage_type");
  if (type !== "Chat" && type !== "Canvas App") return pass;
  return broken({
    message: `The entry of a call with an API key has the usage_type ${JSON.stringify(type)}.`,
    expected: "API",
    actual: type,
    pointer: "/data/0/usage_type",
  });
}

function judgeTime({ entry, read }: Entered): Verdict {
  const time = Number(valueAt(entry, "/creation_time"));
  if (!isHoursOff(time / 1e6, read.settled.reply)) return pass;
  return broken({
    message: `The entry of a call that was made just now has the time ${new Date(time / 1000).toISOString()}.`,
    expected: "about now",
    actual: String(time),
    pointer: "/data/0/creation_time",
  });
}

function judgeUsd({ entry, record, read }: Entered): Verdict {
  const usage = valueAt(bodyOf(read.call.reply), "/usage");
  const price = ["prompt", "completion"].reduce(
    (sum, name) =>
      sum + Number(valueAt(record, `/pricing/${name}`) ?? Number.NaN) * Number(valueAt(usage, `/${name}_tokens`)),
    0,
  );
  const cost = Number(valueAt(entry, "/cost_usd") ?? Number.NaN);
  if (!(price > 0) || !(cost > 0)) return { outcome: "skip", reason: "There is no price in USD, or no cost." };
  if (cost < mostTimes * price && price < mostTimes * cost) return pass;
  return broken({
    message: `The call cost ${cost.toPrecision(3)} USD by the history, and ${price.toPrecision(3)} USD by the model list.`,
    expected: price.toPrecision(3),
    actual: cost.toPrecision(3),
    pointer: "/data/0/cost_usd",
  });
}

/** The newer of the two entries is the stream's; what was cached by then makes it cheaper, and nothing dearer. */
function judgeStreamCost(read: Record<"settled" | "whole" | "plain" | "streamed", Exchange>): Verdict {
  const fresh = newEntries(read.settled.reply, read.whole.reply);
  const [streamed, plain] = fresh.map((entry) => Number(valueAt(entry, "/cost_points")));
  const isSame =
    plainly(joinedText(read.streamed.stream().events, "chat")) === plainly(plainText(bodyOf(read.plain.reply), "chat"));
  if (fresh.length !== 2 || !isSame || streamed === undefined || plain === undefined) return pass;
  if (!(plain > 0) || streamed <= 1.5 * plain + 1) return pass;
  return broken({
    message: `The same text cost ${streamed} points in a stream and ${plain} in a plain reply.`,
    expected: String(plain),
    actual: String(streamed),
    pointer: "/data/0/cost_points",
  });
}
