import { ruleOn } from "../../checks/define-rule.js";
import { countsMoveRule } from "../../checks/said-rules.js";
import { chatUsage, judgeUsageCounted } from "../../checks/usage.js";
import { dialects } from "../../dialects.js";
import type { Rule } from "../../rule.js";
import { replyCall } from "./reply.js";

/** Whether tokens are counted, and counted right. */
export const usageRules: Rule[] = [
  ruleOn(replyCall, {
    name: "usage-counted",
    sentence: "a chat completion counts tokens for its prompt and its text",
    requirements: ["R8.3"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeUsageCounted(exchange, chatUsage, "chat"),
  }),
  countsMoveRule(dialects.chat, {
    short: "chat/reply",
    long: "chat/limited",
    after: ["chat/limited/status", "chat/reply/usage-counted"],
  }),
];
