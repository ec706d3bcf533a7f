import type { Area } from "../../area.js";
import { modelsCalls, modelsRules } from "./list.js";
import { anyAcceptRule, sameModelsRule } from "./same-list.js";

/** The model list. */
export const modelsArea: Area = {
  name: "models",
  isRequired: true,
  exchanges: [...modelsCalls],
  rules: [...modelsRules, sameModelsRule, anyAcceptRule],
};
