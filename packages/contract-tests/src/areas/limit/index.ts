import { type Area, joined } from "../../area.js";
import { limitCalls } from "./calls.js";
import { limitRefusalsTopic } from "./refusals.js";
import { unbilledTopic } from "./unbilled.js";

export const limitArea: Area = {
  name: "limit",
  topic: "errors",
  isRequired: true,
  ...joined({ exchanges: limitCalls, rules: [] }, limitRefusalsTopic, unbilledTopic),
};
