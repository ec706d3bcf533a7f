import { valueAt } from "@model-access/contract";
import { ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { broken, pass, type Rule } from "../../rule.js";
import { payloadsOf } from "./reply.js";

const plainCalls = ["chat/reply", "chat/limited", "chat/stop"];

const streamedCalls = ["chat/stream", "chat/stream-usage"];

/** What holds for all chat completions of a run together. */
export const allCallsRules: Rule[] = [
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
  ruleOnExchanges({
    id: "chat/reply/no-tools",
    sentence: "A chat completion that was given no tools calls none.",
    requirements: ["R2.6", "R4.1"],
    provenance: "upstream",
    exchanges: ["chat/reply", "chat/limited"],
    after: ["chat/reply/schema", "chat/limited/status"],
    judge: (_find, all) => {
      const pointer = "/choices/0/message/tool_calls/0";
      const exchange = all.find(({ reply }) => valueAt(bodyOf(reply), pointer) !== undefined);
      if (exchange === undefined) return pass;
      const actual = JSON.stringify(valueAt(bodyOf(exchange.reply), pointer)).slice(0, 80);
      return broken({
        message: "A tool is called that was not given.",
        expected: "no tool call",
        actual,
        pointer,
        exchange,
      });
    },
  }),
];
