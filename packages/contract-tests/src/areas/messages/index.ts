import { type Area, optionalArea } from "../../area.js";
import { messagesRefusalCalls, messagesRefusalRules } from "./refusals.js";
import { messagesReplyCalls, messagesReplyRules, ownIds } from "./reply.js";
import { messagesStreamCalls, messagesStreamRules, streamCall } from "./stream.js";
import { messagesToolsCalls, messagesToolsRules, toolsCall } from "./tools.js";

/** The messages interface. */
export const messagesArea: Area = optionalArea({
  name: "messages",
  path: "/v1/messages",
  exchanges: [...messagesReplyCalls, ...messagesStreamCalls, ...messagesRefusalCalls, ...messagesToolsCalls],
  rules: [
    ...messagesReplyRules,
    ...messagesStreamRules,
    ...messagesRefusalRules,
    ...messagesToolsRules,
    ownIds([toolsCall, streamCall]),
  ],
});
