import type { Area } from "../../area.js";
import { allCallsRules } from "./all-calls.js";
import { concurrentStreamCalls, concurrentStreamRules } from "./concurrent-streams.js";
import { longPromptCalls, longPromptRules } from "./long-prompt.js";
import { longStreamCalls, longStreamRules } from "./long-stream.js";
import { maxTokensCalls, maxTokensRules } from "./max-tokens.js";
import { mediaCalls, mediaRules } from "./media.js";
import { otherModelCalls, otherModelRules } from "./other-model.js";
import { chatRefusalRules, refusalCalls } from "./refusals.js";
import { replyCall, replyRulesOfChat } from "./reply.js";
import { stopCalls, stopRules } from "./stop.js";
import { chatStreamRules, streamCalls } from "./stream.js";
import { streamedRefusalCalls, streamedRefusalRules } from "./streamed-refusals.js";
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
    ...streamedRefusalCalls,
    ...mediaCalls,
  ],
  rules: [
    ...replyRulesOfChat,
    ...chatStreamRules,
    ...chatRefusalRules,
    ...maxTokensRules,
    ...stopRules,
    ...toolsRules,
    ...allCallsRules,
    ...longStreamRules,
    ...otherModelRules,
    ...longPromptRules,
    ...concurrentStreamRules,
    ...streamedRefusalRules,
    ...mediaRules,
  ],
};
