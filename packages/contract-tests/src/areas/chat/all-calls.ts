import { ownIdsRule } from "../../checks/compare-replies.js";
import { rule } from "../../checks/define-rule.js";
import { firstNotPassed } from "../../checks/text.js";
import { dialects } from "../../dialects.js";
import type { Rule } from "../../rule.js";
import { longStreamCall } from "./long-stream.js";
import { limitedCall, limitedStatus } from "./max-tokens.js";
import { replyCall, replySchema } from "./reply.js";
import { stopCall } from "./stop.js";
import { streamCall } from "./stream.js";
import { judgeNoTool } from "./tools.js";

export const idsUnique = ownIdsRule(dialects.chat, {
  reads: [limitedCall, replyCall, stopCall, streamCall, longStreamCall],
  after: replySchema,
});

/** Rules on all chat completions of a run together. */
export const allCallsRules: Rule[] = [
  idsUnique,
  rule(replyCall, "no-tools", {
    sentence: "a chat completion that was given no tools calls none",
    requirements: ["R2.6", "R4.1"],
    provenance: "upstream",
    reads: [replyCall, limitedCall],
    after: [replySchema, limitedStatus],
    judge: (all) => firstNotPassed(all, (exchange) => judgeNoTool(exchange, "A tool is called that was not given.")),
  }),
];
