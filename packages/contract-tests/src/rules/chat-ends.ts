import { valueAt } from "@model-access/contract";
import { joinedText, payloadOf, plainly, plainText } from "../reading/joined-text.js";
import { broken, pass, type Rule } from "../rule.js";
import { askedOf, judgeModel } from "./chat-sense.js";
import { finishIn } from "./chat-stream-sense.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { bodyOf } from "./sense.js";

/** What replies and streams say of their model, their end, their usage and their tools. */
export const chatEndRules: Rule[] = [
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
  ruleOnExchanges({
    id: "chat/stream/model",
    sentence: "A stream does not name another model of the list than the one that was called.",
    requirements: ["R2.5", "R4.1"],
    // A bot that passes calls on may name the model that it chose.
    provenance: "inferred",
    exchanges: ["chat/stream", "models/list"],
    after: ["chat/stream/schema", "chat/reply/model"],
    judge: (find) => {
      const [first] = find("chat/stream")?.stream().events ?? [];
      return judgeModel(
        askedOf(find("chat/stream")),
        valueAt(payloadOf(first?.data ?? ""), "/model"),
        find("models/list"),
      );
    },
  }),
  ruleOnExchanges({
    id: "chat/stream/finish",
    sentence: "A stream of the text of a plain reply that was not cut off has not the finish reason length.",
    requirements: ["R2.5", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stream", "chat/reply"],
    after: ["chat/stream/text", "chat/reply/finish"],
    judge: (find) => {
      const [streamed, body] = [find("chat/stream"), bodyOf(find("chat/reply")?.reply)];
      const isSame = plainly(joinedText(streamed?.stream().events ?? [], "chat")) === plainly(plainText(body, "chat"));
      const isCut = valueAt(body, "/choices/0/finish_reason") === "length";
      if (!isSame || isCut || finishIn(streamed) !== "length") return pass;
      return broken({
        message: "The stream has the finish reason length, and the same text in a plain reply has not.",
        expected: "stop",
        actual: "length",
        pointer: "/choices/0/finish_reason",
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/stream-usage/last",
    sentence: "No text follows the event that has the usage and no choices.",
    requirements: ["R8.3", "R6.1"],
    provenance: "upstream",
    exchanges: ["chat/stream-usage"],
    after: ["chat/stream-usage/usage", "chat/stream-usage/events"],
    judge: (_find, [exchange]) => {
      const payloads = (exchange?.stream().events ?? []).map(({ data }) => payloadOf(data));
      const isUsage = (payload: unknown) =>
        valueAt(payload, "/choices/0") === undefined && typeof valueAt(payload, "/usage/total_tokens") === "number";
      const at = payloads.findIndex(isUsage);
      const isText = (payload: unknown) => (valueAt(payload, "/choices/0/delta/content") ?? "") !== "";
      if (at === -1 || !payloads.slice(at).some(isText)) return pass;
      return broken({ message: "Text follows the event with the usage.", eventNumber: at + 1, pointer: "/usage" });
    },
  }),
];
