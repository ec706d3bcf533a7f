import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { chatExchanges } from "../exchanges/chat.js";
import { payloadOf } from "../reading/joined-text.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import { bodyOf, judgeCreated, judgeTime } from "./sense.js";

const plan = planned(chatExchanges);
const plainCalls = ["chat/reply", "chat/limited", "chat/stop"];
const streamedCalls = ["chat/stream", "chat/stream-usage"];

/** What tells one chat completion from another: its id, its time, who speaks. */
export const chatIdentityRules: Rule[] = [
  ruleOn(plan("chat/reply"), {
    name: "created",
    sentence: "the time of a chat completion is in seconds, and about now",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeCreated(exchange, "/created"),
  }),
  ruleOn(plan("chat/stream"), {
    name: "created",
    sentence: "the time of a streamed chat completion is in seconds, and about now",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) =>
      judgeTime(valueAt(payloadsOf(exchange)[0], "/created"), { pointer: "/created", reply: exchange.reply }),
  }),
  ruleOn(plan("chat/stream"), {
    name: "role",
    sentence: "the role in a streamed chat completion, where there is one, is the assistant's",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: "schema",
    judge: judgeRole,
  }),
  ruleOn(plan("chat/stream"), {
    name: "index",
    sentence: "the only choice of a streamed chat completion has the index 0",
    requirements: ["R4.1"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => {
      const indexes = payloadsOf(exchange).map((payload) => valueAt(payload, "/choices/0/index"));
      const at = indexes.findIndex((index) => index !== undefined && index !== 0);
      if (at === -1) return pass;
      return broken({
        message: `The only choice has the index ${indexes[at]}.`,
        expected: "0",
        actual: String(indexes[at]),
        pointer: "/choices/0/index",
        eventNumber: at + 1,
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/ids-unique",
    sentence: "Each chat completion has an id of its own.",
    requirements: ["R4.1"],
    provenance: "upstream",
    exchanges: ["chat/limited", "chat/reply", "chat/stop", "chat/stream", "chat/stream-usage"],
    takesMissing: true,
    after: "chat/reply/schema",
    judge: (find) => {
      const plain = plainCalls.map((id) => valueAt(bodyOf(find(id)?.reply), "/id"));
      const streamed = streamedCalls.map((id) => valueAt(payloadsOf(find(id))[0], "/id"));
      const ids = [...plain, ...streamed].filter((id) => typeof id === "string" && id !== "");
      const twice = ids.find((id, index) => ids.indexOf(id) < index);
      if (twice === undefined) return pass;
      return broken({ message: `Two chat completions have the id ${twice}.`, pointer: "/id" });
    },
  }),
];

function judgeRole(exchange: Exchange): Verdict {
  const roles = payloadsOf(exchange).map((payload) => valueAt(payload, "/choices/0/delta/role"));
  const at = roles.findIndex((role) => typeof role === "string" && role !== "" && role !== "assistant");
  if (at === -1) return pass;
  return broken({
    message: `The role in event ${at + 1} is ${JSON.stringify(roles[at])}.`,
    expected: "assistant",
    actual: String(roles[at]),
    pointer: "/choices/0/delta/role",
    eventNumber: at + 1,
  });
}

const payloadsOf = (exchange: Exchange | undefined) =>
  (exchange?.stream().events ?? []).map(({ data }) => payloadOf(data)).filter((payload) => payload !== undefined);
