import { type Area, optionalArea } from "../../area.js";
import { continuedCall, continuedRules } from "./continued.js";
import { cutStreamCall, cutStreamRules } from "./cut-stream.js";
import { responsesRefusalCalls, responsesRefusalRules } from "./refusals.js";
import { acrossRules, replyCall, responsesReplyRules } from "./reply.js";
import { responsesStreamRules, streamCall } from "./stream.js";
import { structuredCall, structuredRules, structuredSchema } from "./structured.js";
import { toolsCalls, toolsRules } from "./tools.js";

/** The responses interface. */
export const responsesArea: Area = optionalArea({
  name: "responses",
  path: "/v1/responses",
  exchanges: [
    replyCall,
    streamCall,
    ...responsesRefusalCalls,
    structuredCall,
    ...toolsCalls,
    continuedCall,
    cutStreamCall,
  ],
  rules: [
    ...responsesReplyRules,
    ...acrossRules(streamCall, { structured: structuredCall, after: structuredSchema }),
    ...responsesStreamRules,
    ...responsesRefusalRules,
    ...structuredRules,
    ...toolsRules,
    ...continuedRules,
    ...cutStreamRules,
  ],
});
