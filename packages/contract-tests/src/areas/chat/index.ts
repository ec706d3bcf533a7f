import { type Area, joined } from "../../area.js";
import { withPairs } from "../../checks/pair-checks.js";
import { countsMoveRule } from "../../checks/usage-grows.js";
import { concurrentStreamsTopic } from "./concurrent-streams.js";
import { longPromptTopic } from "./long-prompt.js";
import { longStreamTopic } from "./long-stream.js";
import { maxTokensTopic } from "./max-tokens.js";
import { otherModelsTopic } from "./other-models.js";
import { refusalsTopic } from "./refusals.js";
import { replyCall, replyTopic } from "./reply.js";
import { stopTopic } from "./stop.js";
import { streamTopic } from "./stream.js";
import { toolsTopic } from "./tools.js";
import { toolsResultCall } from "./tools-result.js";

const countsMove = countsMoveRule({
  short: replyCall,
  long: toolsResultCall,
  after: ["chat/limited/status", "chat/reply/usage-counted"],
});

export const chatArea: Area = {
  name: "chat",
  isRequired: true,
  ...withPairs(
    joined(
      ...[replyTopic, streamTopic, refusalsTopic, maxTokensTopic, stopTopic, toolsTopic],
      { exchanges: [], rules: [countsMove] },
      ...[longStreamTopic, otherModelsTopic, longPromptTopic, concurrentStreamsTopic],
    ),
  ),
};
