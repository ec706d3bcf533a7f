import type { Area } from "../../area.js";
import { forMessagesCall, forMessagesRule } from "./for-messages.js";
import { modelsCalls, modelsRules } from "./list.js";
import { anyAcceptRule, sameModelsRule } from "./same-list.js";

/** The model list. */
export const modelsArea: Area = {
  name: "models",
  isRequired: true,
  exchanges: [...modelsCalls, forMessagesCall],
  rules: [...modelsRules, forMessagesRule, sameModelsRule, anyAcceptRule],
};
