import { type Area, optionalArea } from "../../area.js";
import { responsesRefusalCalls, responsesRefusalRules } from "./refusals.js";
import { responsesReplyCalls, responsesReplyRules } from "./reply.js";
import { responsesStreamCalls, responsesStreamRules } from "./stream.js";
import { structuredCalls, structuredRules } from "./structured.js";

/** The responses interface. */
export const responsesArea: Area = optionalArea({
  name: "responses",
  path: "/v1/responses",
  exchanges: [...responsesReplyCalls, ...responsesStreamCalls, ...responsesRefusalCalls, ...structuredCalls],
  rules: [...responsesReplyRules, ...responsesStreamRules, ...responsesRefusalRules, ...structuredRules],
});
