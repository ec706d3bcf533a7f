import { type Area, joined, optionalArea } from "../../area.js";
import { withPairs } from "../../checks/pair-checks.js";
import { countsMoveRule } from "../../checks/usage-grows.js";
import { refusalsTopic } from "./refusals.js";
import { replyCall, replyTopic } from "./reply.js";
import { shortCall, stopTopic } from "./stop.js";
import { streamTopic } from "./stream.js";
import { toolsTopic } from "./tools.js";

const acrossRules = [
  countsMoveRule({
    short: shortCall,
    long: replyCall,
    after: ["messages/reply/usage-counted", "messages/short/stop-reason"],
  }),
];

export const messagesArea: Area = optionalArea({
  name: "messages",
  path: "/v1/messages",
  ...withPairs(
    joined(replyTopic, stopTopic, streamTopic, refusalsTopic, toolsTopic, { exchanges: [], rules: acrossRules }),
  ),
});
