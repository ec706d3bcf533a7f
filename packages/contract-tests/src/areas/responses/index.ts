import { type Area, optionalArea } from "../../area.js";
import { responsesRefusalCalls, responsesRefusalRules } from "./refusals.js";
import { acrossRules, replyCall, responsesReplyRules } from "./reply.js";
import { responsesStreamRules, streamCall } from "./stream.js";
import { structuredCall, structuredRules, structuredSchema } from "./structured.js";
import { toolsCalls, toolsRules } from "./tools.js";

/** The responses interface. */
export const responsesArea: Area = optionalArea({
  name: "responses",
  path: "/v1/responses",
  exchanges: [replyCall, streamCall, ...responsesRefusalCalls, structuredCall, ...toolsCalls],
  rules: [
    ...responsesReplyRules,
    ...acrossRules(streamCall, { structured: structuredCall, after: structuredSchema }),
    ...responsesStreamRules,
    ...responsesRefusalRules,
    ...structuredRules,
    ...toolsRules,
  ],
});
