import { type Area, optionalArea } from "../../area.js";
import { countsMoveRule, ownIdsRule } from "../../checks/compare-replies.js";
import { dialects } from "../../dialects.js";
import { messagesRefusalCalls, messagesRefusalRules } from "./refusals.js";
import { messagesReplyRules, replyCall, replySchema, replyUsage } from "./reply.js";
import { messagesStopCalls, messagesStopRules, shortCall, shortRule } from "./stop.js";
import { messagesStreamCalls, messagesStreamRules, streamCall } from "./stream.js";
import { messagesToolsCalls, messagesToolsRules, toolsCall } from "./tools.js";

const { messages } = dialects;

/** The messages interface. */
export const messagesArea: Area = optionalArea({
  name: "messages",
  path: "/v1/messages",
  exchanges: [replyCall, ...messagesStopCalls, ...messagesStreamCalls, ...messagesRefusalCalls, ...messagesToolsCalls],
  rules: [
    ...messagesReplyRules,
    countsMoveRule(messages, { short: shortCall, long: replyCall, after: [replyUsage, shortRule] }),
    ...messagesStopRules,
    ...messagesStreamRules,
    ...messagesRefusalRules,
    ...messagesToolsRules,
    ownIdsRule(messages, { reads: [replyCall, toolsCall, streamCall, shortCall], after: replySchema }),
  ],
});
