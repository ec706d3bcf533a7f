import type { Area } from "../../area.js";
import { limitCalls } from "./calls.js";
import { limitRefusalRules } from "./refusals.js";
import { unbilledRules } from "./unbilled.js";

/** A rate limit, with a key that has a low one. */
export const limitArea: Area = {
  name: "limit",
  topic: "errors",
  isRequired: true,
  exchanges: limitCalls,
  rules: [...limitRefusalRules, ...unbilledRules],
};
