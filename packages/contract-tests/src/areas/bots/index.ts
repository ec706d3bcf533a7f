import { type Area, optionalArea } from "../../area.js";
import { botsCalls, botsRules } from "./query.js";

/** Bots by their own protocol. */
export const botsArea: Area = optionalArea({
  name: "bots",
  exchanges: [...botsCalls],
  rules: [...botsRules],
});
