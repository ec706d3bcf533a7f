import { type Area, joined } from "../../area.js";
import { countsMoveRule, ownIdsRule } from "../../checks/compare-replies.js";
import { concurrentStreamsTopic } from "./concurrent-streams.js";
import { longPromptTopic } from "./long-prompt.js";
import { longStreamCall, longStreamTopic } from "./long-stream.js";
import { limitedCall, maxTokensTopic } from "./max-tokens.js";
import { otherModelsTopic } from "./other-models.js";
import { refusalsTopic } from "./refusals.js";
import { replyCall, replyTopic } from "./reply.js";
import { stopCall, stopTopic } from "./stop.js";
import { streamCall, streamTopic } from "./stream.js";
import { toolsTopic } from "./tools.js";
import { toolsResultCall } from "./tools-result.js";

const idsUnique = ownIdsRule(limitedCall, {
  others: [replyCall, stopCall, streamCall, longStreamCall],
  after: "chat/reply/schema",
});

const countsMove = countsMoveRule({
  short: replyCall,
  long: toolsResultCall,
  after: ["chat/limited/status", "chat/reply/usage-counted"],
});

/** Chat completions. */
export const chatArea: Area = {
  name: "chat",
  isRequired: true,
  ...joined(
    ...[replyTopic, streamTopic, refusalsTopic, maxTokensTopic, stopTopic, toolsTopic],
    { exchanges: [], rules: [idsUnique, countsMove] },
    ...[longStreamTopic, otherModelsTopic, longPromptTopic, concurrentStreamsTopic],
  ),
};
