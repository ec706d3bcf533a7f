import { type Area, joined, optionalArea } from "../../area.js";
import { missingQueryCall, refusalsTopic } from "./refusals.js";
import { streamTopic } from "./stream.js";

export const botsArea: Area = optionalArea({
  name: "bots",
  ...joined({ exchanges: [missingQueryCall], rules: [] }, streamTopic, refusalsTopic),
});
