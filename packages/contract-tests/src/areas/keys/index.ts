import type { Area } from "../../area.js";
import { keyCalls, keyRules } from "./kinds.js";
import { keyRouteCalls, keyRouteRules } from "./on-other-routes.js";

/** Keys of all kinds. */
export const keysArea: Area = {
  name: "keys",
  topic: "security",
  isRequired: true,
  exchanges: [...keyCalls, ...keyRouteCalls],
  rules: [...keyRules, ...keyRouteRules],
};
