import { type Area, optionalArea } from "../../area.js";
import { countsMoveRule, ownIdsRule } from "../../checks/compare-replies.js";
import { messagesRefusalCalls, messagesRefusalRules } from "./refusals.js";
import { messagesReplyRules, replyCall } from "./reply.js";
import { messagesStopCalls, messagesStopRules, shortCall } from "./stop.js";
import { messagesStreamCalls, messagesStreamRules, streamCall } from "./stream.js";
import { messagesToolsCalls, messagesToolsRules, toolsCall } from "./tools.js";

/** The messages interface. */
export const messagesArea: Area = optionalArea({
  name: "messages",
  path: "/v1/messages",
  exchanges: [replyCall, ...messagesStopCalls, ...messagesStreamCalls, ...messagesRefusalCalls, ...messagesToolsCalls],
  rules: [
    ...messagesReplyRules,
    countsMoveRule({
      short: shortCall,
      long: replyCall,
      after: ["messages/reply/usage-counted", "messages/short/stop-reason"],
    }),
    ...messagesStopRules,
    ...messagesStreamRules,
    ...messagesRefusalRules,
    ...messagesToolsRules,
    ownIdsRule(replyCall, { others: [toolsCall, streamCall, shortCall], after: "messages/reply/schema" }),
  ],
});
