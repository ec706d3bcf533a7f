import { type Area, joined, optionalArea } from "../../area.js";
import { withPairs } from "../../checks/pair-checks.js";
import { refusalsTopic } from "./refusals.js";
import { replyTopic } from "./reply.js";
import { structuredTopic } from "./structured.js";
import { toolsTopic } from "./tools.js";

export const responsesArea: Area = optionalArea({
  name: "responses",
  path: "/v1/responses",
  ...withPairs(joined(replyTopic, refusalsTopic, toolsTopic, structuredTopic)),
});
