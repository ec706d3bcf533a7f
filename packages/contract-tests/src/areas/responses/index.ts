import { type Area, optionalArea } from "../../area.js";
import { ownIdsRule } from "../../checks/compare-replies.js";
import { responsesRefusalCalls, responsesRefusalRules } from "./refusals.js";
import { replyCall, responsesReplyRules } from "./reply.js";
import { searchedCall, searchedRules } from "./searched.js";
import { responsesStreamRules, streamCall } from "./stream.js";
import { structuredCall, structuredRules } from "./structured.js";
import { toolsCalls, toolsRules, toolsStreamCall } from "./tools.js";

/** The responses interface. */
export const responsesArea: Area = optionalArea({
  name: "responses",
  path: "/v1/responses",
  exchanges: [replyCall, streamCall, ...responsesRefusalCalls, ...toolsCalls, structuredCall, searchedCall],
  rules: [
    ...responsesReplyRules,
    ownIdsRule(replyCall, {
      others: [streamCall, toolsStreamCall, structuredCall, searchedCall],
      after: "responses/reply/schema",
    }),
    ...responsesStreamRules,
    ...responsesRefusalRules,
    ...toolsRules,
    ...structuredRules,
    ...searchedRules,
  ],
});
