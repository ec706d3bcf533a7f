import type { Area } from "../../area.js";
import { ownIdsRule } from "../../checks/compare-replies.js";
import { concurrentStreamCalls, concurrentStreamRules } from "./concurrent-streams.js";
import { longPromptCalls, longPromptRules } from "./long-prompt.js";
import { longStreamCall, longStreamCalls, longStreamRules } from "./long-stream.js";
import { limitedCall, maxTokensCalls, maxTokensRules } from "./max-tokens.js";
import { otherModelCalls, otherModelRules } from "./other-models.js";
import { chatRefusalRules, refusalCalls } from "./refusals.js";
import { replyCall, replyRulesOfChat } from "./reply.js";
import { stopCall, stopCalls, stopRules } from "./stop.js";
import { chatStreamRules, streamCall, streamCalls } from "./stream.js";
import { toolsCalls, toolsRules } from "./tools.js";

/** Chat completions. */
export const chatArea: Area = {
  name: "chat",
  isRequired: true,
  exchanges: [
    replyCall,
    ...streamCalls,
    ...refusalCalls,
    ...maxTokensCalls,
    ...stopCalls,
    ...toolsCalls,
    ...longStreamCalls,
    ...otherModelCalls,
    ...longPromptCalls,
    ...concurrentStreamCalls,
  ],
  rules: [
    ...replyRulesOfChat,
    ...chatStreamRules,
    ...chatRefusalRules,
    ...maxTokensRules,
    ...stopRules,
    ...toolsRules,
    ownIdsRule(limitedCall, { others: [replyCall, stopCall, streamCall, longStreamCall], after: "chat/reply/schema" }),
    ...longStreamRules,
    ...otherModelRules,
    ...longPromptRules,
    ...concurrentStreamRules,
  ],
};
