import { type Area, joined, optionalArea } from "../../area.js";
import { countsMoveRule, ownIdsRule } from "../../checks/compare-replies.js";
import { refusalsTopic } from "./refusals.js";
import { replyCall, replyTopic } from "./reply.js";
import { shortCall, stopTopic } from "./stop.js";
import { streamCall, streamTopic } from "./stream.js";
import { toolsCall, toolsTopic } from "./tools.js";

const acrossRules = [
  countsMoveRule({
    short: shortCall,
    long: replyCall,
    after: ["messages/reply/usage-counted", "messages/short/stop-reason"],
  }),
  ownIdsRule(replyCall, { others: [toolsCall, streamCall, shortCall], after: "messages/reply/schema" }),
];

/** The messages interface. */
export const messagesArea: Area = optionalArea({
  name: "messages",
  path: "/v1/messages",
  ...joined(replyTopic, stopTopic, streamTopic, refusalsTopic, toolsTopic, { exchanges: [], rules: acrossRules }),
});
