import { valueAt } from "@model-access/contract";
import { type Read, rule } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { isHoursOff } from "../../checks/time.js";
import type { Exchange } from "../../exchange.js";
import { newEntries } from "../../reading/account-reading.js";
import { recordNamed } from "../../reading/choose-model.js";
import { joinedText, plainly, plainText } from "../../reading/joined-text.js";
import { sentIn } from "../../reading/said.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import { limitedCall } from "../chat/max-tokens.js";
import { replyCall } from "../chat/reply.js";
import { streamCall } from "../chat/stream.js";
import { listCall } from "../models/list.js";
import { before, settled, whole } from "./readings.js";

const reads = { settled: settled.history, before: before.history, call: limitedCall, list: listCall };

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
    topic: "money",
    sentence: "if an entry has a cost in USD, it is about the price of its tokens in the model list",
    requirements: ["R8.3", "R2.7"],
    after: ["cost-recorded", "history-times", "cost-is-price"],
  }),
  rule("account", "stream-entry", {
    topic: "money",
    ...about,
    sentence: "the entries of a plain and a streamed chat completion name the same model",
    reads: { whole: whole.history, settled: settled.history },
    after: ["history-complete", entryModel],
    judge: ({ settled, whole }) => {
      const [actual, expected, ...others] = newEntries(settled.reply, whole.reply).map((entry) =>
        valueAt(entry, "/bot_name"),
      );
      if (typeof actual !== "string" || typeof expected !== "string" || others.length > 0) return pass;
      const message = `The entries of a plain and a streamed call of the same model name ${expected} and ${actual}.`;
      return passIf(actual === expected, { message, expected, actual, pointer: "/data/0/bot_name" });
    },
  }),
  rule("account", "stream-cost", {
    topic: "money",
    ...about,
    sentence: "a streamed chat completion of the same text costs no more than the plain one",
    requirements: ["R8.3", "R4.4"],
    reads: { whole: whole.history, settled: settled.history, plain: replyCall, streamed: streamCall },
    after: ["streams-charged", "history-ordered", "chat/stream/text"],
    judge: judgeStreamCost,
  }),
];

/** Makes a rule on the entry of one call. Where there are more entries, which of them is ours can't be told. */
function entryRule(
  name: string,
  judge: (entered: Entered) => Verdict,
  its: Pick<Rule, "sentence"> & Partial<Pick<Rule, "topic" | "requirements" | "after">>,
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
      const asked = valueAt(sentIn(read.call), "/model");
      return judge({ entry, asked, record: recordNamed(bodyOf(read.list.reply), asked), read });
    },
  });
}

/** An older form of the entry calls the name `app_name`; any other member that is the called model's name will do. */
function judgeModel({ entry, asked, record, read }: Entered): Verdict {
  const members = Object.values({ ...(typeof entry === "object" && entry) });
  const known = [asked, valueAt(record, "/metadata/display_name")];
  const name = valueAt(entry, "/bot_name") ?? valueAt(entry, "/app_name");
  if (members.some((member) => known.some((each) => isSameName(member, each))) || typeof name !== "string") return pass;
  const pointer = "/data/0/bot_name";
  if (name === "") return broken({ message: "The name of the model is empty.", expected: asked, pointer });
  const isOther = recordNamed(bodyOf(read.list.reply), name) !== undefined;
  const message = `The entry of a call of ${asked} names ${name}, which is ${isOther ? "another model of the list" : "none of its names"}.`;
  return passIf(!isOther && !isUnlike(name, known), { message, expected: asked, actual: name, pointer });
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
  const actual = valueAt(entry, "/usage_type");
  const message = `The entry of a call with an API key has the usage_type ${JSON.stringify(actual)}.`;
  const isOfApi = actual !== "Chat" && actual !== "Canvas App";
  return passIf(isOfApi, { message, expected: "API", actual, pointer: "/data/0/usage_type" });
}

function judgeTime({ entry, read }: Entered): Verdict {
  const actual = Number(valueAt(entry, "/creation_time"));
  if (!isHoursOff(actual / 1e6, read.settled.reply)) return pass;
  const message = `The entry of a call that was made just now has the time ${new Date(actual / 1000).toISOString()}.`;
  return broken({ message, expected: "about now", actual, pointer: "/data/0/creation_time" });
}

function judgeUsd({ entry, record, read }: Entered): Verdict {
  const usage = valueAt(bodyOf(read.call.reply), "/usage");
  const [prompt = 0, completion = 0] = ["prompt", "completion"].map(
    (name) => Number(valueAt(record, `/pricing/${name}`) ?? Number.NaN) * Number(valueAt(usage, `/${name}_tokens`)),
  );
  const price = prompt + completion;
  const cost = Number(valueAt(entry, "/cost_usd") ?? Number.NaN);
  if (!(price > 0) || !(cost > 0)) return { outcome: "skip", reason: "There is no price in USD, or no cost." };
  const [expected, actual] = [price.toPrecision(3), cost.toPrecision(3)];
  const message = `The call cost ${actual} USD by the history, and ${expected} USD by the model list.`;
  const isNear = cost < mostTimes * price && price < mostTimes * cost;
  return passIf(isNear, { message, expected, actual, pointer: "/data/0/cost_usd" });
}

/** The newer of the two entries is the stream's; what was cached by then makes it cheaper, and nothing dearer. */
function judgeStreamCost(read: Record<"settled" | "whole" | "plain" | "streamed", Exchange>): Verdict {
  const costs = newEntries(read.settled.reply, read.whole.reply).map((entry) => Number(valueAt(entry, "/cost_points")));
  const [actual = 0, expected = 0] = costs;
  const text = joinedText(read.streamed.stream().payloads, "chat");
  const isSame = plainly(text) === plainly(plainText(bodyOf(read.plain.reply), "chat"));
  const isDearer = costs.length === 2 && isSame && expected > 0 && actual > 1.5 * expected + 1;
  const message = `The same text cost ${actual} points in a stream and ${expected} in a plain reply.`;
  return passIf(!isDearer, { message, expected, actual, pointer: "/data/0/cost_points" });
}
