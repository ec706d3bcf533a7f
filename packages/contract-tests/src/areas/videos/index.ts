import { type Area, optionalArea } from "../../area.js";
import { videoLifeCalls, videoLifeRules } from "./life.js";
import { videoRefusalCalls, videoRefusalRules } from "./refusals.js";
import { remadeCalls, remadeRules } from "./remade.js";

/** Videos. */
export const videosArea: Area = optionalArea({
  name: "videos",
  exchanges: [...videoRefusalCalls, ...videoLifeCalls, ...remadeCalls],
  rules: [...videoRefusalRules, ...videoLifeRules, ...remadeRules],
});
