import { type Area, optionalArea } from "../../area.js";
import { videoLifeCalls, videoLifeRules } from "./life.js";
import { videoRefusalCalls, videoRefusalRules } from "./refusals.js";

/** Videos. */
export const videosArea: Area = optionalArea({
  name: "videos",
  exchanges: [...videoRefusalCalls, ...videoLifeCalls],
  rules: [...videoRefusalRules, ...videoLifeRules],
});
