import { valueAt } from "@model-access/contract";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { chatUsage, judgeUsageCounted, judgeUsageSum } from "../../checks/usage.js";
import { systemWords } from "../../requests/long-question.js";
import { broken, pass, type Rule } from "../../rule.js";
import { replyCall } from "./reply.js";

/** Whether tokens are counted, and counted right. */
export const usageRules: Rule[] = [
  ruleOn(replyCall, {
    name: "usage-sum",
    sentence: "the tokens that a chat completion counts add up",
    requirements: ["R8.3"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeUsageSum(valueAt(bodyOf(exchange.reply), "/usage"), chatUsage),
  }),
  ruleOn(replyCall, {
    name: "usage-counted",
    sentence: "a chat completion counts tokens for its prompt and its text",
    requirements: ["R8.3"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeUsageCounted(exchange, chatUsage, "chat"),
  }),
  ruleOnExchanges({
    id: "chat/usage-grows",
    sentence: "A longer prompt counts more tokens.",
    requirements: ["R8.3"],
    provenance: "upstream",
    exchanges: ["chat/limited", "chat/reply"],
    after: ["chat/limited/status", "chat/reply/usage-counted"],
    judge: (find) => {
      const [short, long] = ["chat/reply", "chat/limited"].map((id) =>
        valueAt(bodyOf(find(id)?.reply), "/usage/prompt_tokens"),
      );
      if (typeof short !== "number" || typeof long !== "number" || long > short) return pass;
      return broken({
        message: `A prompt of 39 words counts ${long} tokens, one of 6 words ${short}.`,
        expected: `more than ${short}`,
        actual: String(long),
        pointer: "/usage/prompt_tokens",
      });
    },
  }),
  ruleOnExchanges({
    id: "chat/conversation-counted",
    sentence: "A conversation counts the tokens of all its messages, the system message among them.",
    requirements: ["R8.3", "R2.5"],
    provenance: "upstream",
    exchanges: ["account/billed-call", "chat/limited"],
    after: ["account/billed-call", "chat/limited/status", "chat/usage-grows"],
    judge: (find) => {
      const [whole, last] = ["account/billed-call", "chat/limited"].map((id) =>
        valueAt(bodyOf(find(id)?.reply), "/usage/prompt_tokens"),
      );
      const least = Number(last) + 0.8 * systemWords;
      if (typeof whole !== "number" || typeof last !== "number" || whole >= least) return pass;
      return broken({
        message: `A conversation of four messages counts ${whole} tokens, and the last of them alone ${last}; the first has ${systemWords} words.`,
        expected: `at least ${least}`,
        actual: String(whole),
        pointer: "/usage/prompt_tokens",
      });
    },
  }),
];
