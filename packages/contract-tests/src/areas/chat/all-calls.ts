import { valueAt } from "@model-access/contract";
import { ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { ownIdsRule } from "../../checks/said-rules.js";
import { dialects } from "../../dialects.js";
import { broken, pass, type Rule } from "../../rule.js";

/** What holds for all chat completions of a run together. */
export const allCallsRules: Rule[] = [
  ownIdsRule(dialects.chat, {
    plans: ["chat/limited", "chat/reply", "chat/stop", "chat/stream", "chat/stream-usage"],
    after: "chat/reply/schema",
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
