import { valueAt } from "@model-access/contract";
import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { isHoursOff } from "../../checks/time.js";
import { newEntries } from "../../reading/account-reading.js";
import { recordsOf } from "../../reading/choose-model.js";
import { joinedText, plainly, plainText } from "../../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import type { WireReply } from "../../wire/wire.js";

const exchanges = ["account/history-settled", "account/history-before", "chat/limited", "models/list"];

const after = ["account/cost-recorded", "account/history-times"];

const isSameName = (one: unknown, other: unknown) =>
  typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase();

/** What the entry of one chat completion says of it; the fields are known from deployments. */
export const entryRules: Rule[] = [
  ruleOnExchanges({
    id: "account/entry-model",
    sentence: "The entry of a chat completion names no other model of the list than the one that was called.",
    requirements: ["R4.4", "R2.8"],
    provenance: "observed",
    exchanges,
    after,
    judge: (find) => judgeOnly(find, (entry) => judgeModel(entry, find)),
  }),
  ruleOnExchanges({
    id: "account/entry-type",
    sentence: "The entry of a chat completion is not that of a chat or an app.",
    requirements: ["R4.4", "R2.8"],
    provenance: "observed",
    exchanges,
    after,
    judge: (find) => judgeOnly(find, judgeType),
  }),
  ruleOnExchanges({
    id: "account/entry-time",
    sentence: "The entry of a chat completion has the time of the call, and not one of another time zone.",
    requirements: ["R4.4", "R2.8"],
    provenance: "observed",
    exchanges,
    after,
    judge: (find) => judgeOnly(find, (entry) => judgeTime(entry, find("account/history-settled")?.reply)),
  }),
  ruleOnExchanges({
    id: "account/entry-usd",
    sentence: "Where an entry has a cost in USD, it is about what the model list says of its tokens.",
    requirements: ["R8.3", "R2.7"],
    provenance: "observed",
    exchanges,
    after: [...after, "account/cost-is-price"],
    judge: (find) => judgeOnly(find, (entry) => judgeUsd(entry, find)),
  }),
  ruleOnExchanges({
    id: "account/stream-entry",
    sentence: "The entry of a streamed chat completion names the model that the entry of a plain one names.",
    requirements: ["R4.4", "R2.8"],
    provenance: "observed",
    exchanges: ["account/history-whole", "account/history-settled"],
    after: ["account/history-complete", "account/entry-model"],
    judge: (find) => {
      const fresh = newEntries(find("account/history-settled")?.reply, find("account/history-whole")?.reply);
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
  ruleOnExchanges({
    id: "account/stream-cost",
    sentence: "A streamed chat completion of the same text costs no more than the plain one.",
    requirements: ["R8.3", "R4.4"],
    provenance: "observed",
    exchanges: ["account/history-whole", "account/history-settled", "chat/reply", "chat/stream"],
    after: ["account/streams-charged", "account/history-ordered", "chat/stream/text"],
    judge: judgeStreamCost,
  }),
];

/** Where there are more entries, which of them is ours can't be told. */
function judgeOnly(find: Find, judge: (entry: unknown) => Verdict): Verdict {
  const fresh = newEntries(find("account/history-before")?.reply, find("account/history-settled")?.reply);
  if (fresh.length !== 1) return { outcome: "inconclusive", reason: "The account is used by others at the same time." };
  return judge(fresh[0]);
}

/** An older form of the entry calls the name `app_name`; any other member that is the called model's name will do. */
function judgeModel(entry: unknown, find: Find): Verdict {
  const asked = valueAt(JSON.parse(find("chat/limited")?.request.body ?? "null"), "/model");
  const members = Object.values({ ...(typeof entry === "object" && entry) });
  const own = recordsOf(bodyOf(find("models/list")?.reply)).find((record) => isSameName(valueAt(record, "/id"), asked));
  const display = valueAt(own, "/metadata/display_name");
  if (members.some((member) => isSameName(member, asked) || isSameName(member, display))) return pass;
  const name = valueAt(entry, "/bot_name") ?? valueAt(entry, "/app_name");
  const pointer = "/data/0/bot_name";
  if (typeof name !== "string") return pass;
  if (name === "") return broken({ message: "The name of the model is empty.", expected: String(asked), pointer });
  const isOther = recordsOf(bodyOf(find("models/list")?.reply)).some((record) =>
    ["/id", "/metadata/display_name"].some((pointer) => isSameName(valueAt(record, pointer), name)),
  );
  if (!isOther && !isUnlike(name, [asked, display])) return pass;
  const message = `The entry of a call of ${asked} names ${name}, which is ${isOther ? "another model of the list" : "none of its names"}.`;
  return broken({ message, expected: String(asked), actual: name, pointer });
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

function judgeType(entry: unknown): Verdict {
  const type = valueAt(entry, "/usage_type");
  if (type !== "Chat" && type !== "Canvas App") return pass;
  return broken({
    message: `The entry of a call with an API key has the usage_type ${JSON.stringify(type)}.`,
    expected: "API",
    actual: type,
    pointer: "/data/0/usage_type",
  });
}

function judgeTime(entry: unknown, reply: WireReply | undefined): Verdict {
  const time = Number(valueAt(entry, "/creation_time"));
  if (!isHoursOff(time / 1e6, reply)) return pass;
  return broken({
    message: `The entry of a call that was made just now has the time ${new Date(time / 1000).toISOString()}.`,
    expected: "about now",
    actual: String(time),
    pointer: "/data/0/creation_time",
  });
}

/** The newer of the two entries is the stream's; what was cached by then makes it cheaper, and nothing dearer. */
function judgeStreamCost(find: Find): Verdict {
  const fresh = newEntries(find("account/history-settled")?.reply, find("account/history-whole")?.reply);
  const [streamed, plain] = fresh.map((entry) => Number(valueAt(entry, "/cost_points")));
  const isSame =
    plainly(joinedText(find("chat/stream")?.stream().events ?? [], "chat")) ===
    plainly(plainText(bodyOf(find("chat/reply")?.reply), "chat"));
  if (fresh.length !== 2 || !isSame || streamed === undefined || plain === undefined) return pass;
  if (!(plain > 0) || streamed <= 1.5 * plain + 1) return pass;
  return broken({
    message: `The same text cost ${streamed} points in a stream and ${plain} in a plain reply.`,
    expected: String(plain),
    actual: String(streamed),
    pointer: "/data/0/cost_points",
  });
}

/** Rounding, a cheaper cache and a rate of exchange move a cost by less than this. */
const mostTimes = 20;

function judgeUsd(entry: unknown, find: Find): Verdict {
  const call = find("chat/limited");
  const asked = valueAt(JSON.parse(call?.request.body ?? "null"), "/model");
  const record = recordsOf(bodyOf(find("models/list")?.reply)).find((each) => valueAt(each, "/id") === asked);
  const usage = valueAt(bodyOf(call?.reply), "/usage");
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
