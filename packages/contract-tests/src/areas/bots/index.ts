import { type Area, optionalArea } from "../../area.js";
import { botsRefusalCalls, botsRefusalRules, missingQueryCall } from "./refusals.js";
import { botsStreamRules, streamCall } from "./stream.js";

export const botsArea: Area = optionalArea({
  name: "bots",
  exchanges: [missingQueryCall, streamCall, ...botsRefusalCalls],
  rules: [...botsStreamRules, ...botsRefusalRules],
});
