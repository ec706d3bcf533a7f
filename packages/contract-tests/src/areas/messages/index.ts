import { type Area, joined, optionalArea } from "../../area.js";
import { withPairs } from "../../checks/pair-checks.js";
import { refusalsTopic } from "./refusals.js";
import { replyTopic } from "./reply.js";
import { toolsTopic } from "./tools.js";

export const messagesArea: Area = optionalArea({
  name: "messages",
  path: "/v1/messages",
  ...withPairs(joined(replyTopic, refusalsTopic, toolsTopic)),
});
