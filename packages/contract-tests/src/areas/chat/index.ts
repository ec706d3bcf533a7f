import { type Area, joined } from "../../area.js";
import { withPairs } from "../../checks/pair-checks.js";
import { concurrentStreamsTopic } from "./concurrent-streams.js";
import { longStreamTopic } from "./long-stream.js";
import { maxTokensTopic } from "./max-tokens.js";
import { otherModelsTopic } from "./other-models.js";
import { refusalsTopic } from "./refusals.js";
import { replyTopic } from "./reply.js";
import { stopTopic } from "./stop.js";
import { toolsTopic } from "./tools.js";

export const chatArea: Area = {
  name: "chat",
  isRequired: true,
  ...withPairs(
    joined(
      ...[replyTopic, refusalsTopic, maxTokensTopic, stopTopic, toolsTopic],
      ...[longStreamTopic, otherModelsTopic, concurrentStreamsTopic],
    ),
  ),
};
