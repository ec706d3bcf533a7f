import type { Area } from "../../area.js";
import { forMessagesCall, forMessagesRule } from "./for-messages.js";
import { knownTopic } from "./known.js";
import { modelsCalls, modelsRules } from "./list.js";
import { anyAcceptRule, encodedRule, sameModelsRule } from "./same-list.js";

/** The model list. */
export const modelsArea: Area = {
  name: "models",
  isRequired: true,
  exchanges: [...modelsCalls, forMessagesCall, ...knownTopic.exchanges],
  rules: [...modelsRules, forMessagesRule, sameModelsRule, anyAcceptRule, encodedRule, ...knownTopic.rules],
};
