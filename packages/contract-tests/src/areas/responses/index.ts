import { type Area, joined, optionalArea } from "../../area.js";
import { ownIdsRule } from "../../checks/compare-replies.js";
import { refusalsTopic } from "./refusals.js";
import { replyCall, replyTopic } from "./reply.js";
import { searchedCall, searchedTopic } from "./searched.js";
import { streamCall, streamTopic } from "./stream.js";
import { structuredCall, structuredTopic } from "./structured.js";
import { toolsStreamCall, toolsTopic } from "./tools.js";

const idsUnique = ownIdsRule(replyCall, {
  others: [streamCall, toolsStreamCall, structuredCall, searchedCall],
  after: "responses/reply/schema",
});

/** The responses interface. */
export const responsesArea: Area = optionalArea({
  name: "responses",
  path: "/v1/responses",
  ...joined(replyTopic, streamTopic, refusalsTopic, toolsTopic, structuredTopic, searchedTopic, {
    exchanges: [],
    rules: [idsUnique],
  }),
});
