import { valueAt } from "@model-access/contract";
import { recordsOf } from "../choose-model.js";
import type { ExchangePlan } from "../exchange.js";
import { modelsExchanges } from "../exchanges/models.js";
import { broken, pass, type Rule } from "../rule.js";
import { conditions } from "./conditions.js";
import { onJson } from "./judge-reply.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { replyRules } from "./reply-rules.js";
import { ruleOn } from "./rule-on.js";

const plan = planned(modelsExchanges);

/** R4.2 states that there is a list with prices and shows no field of it. */
export const modelsRules: Rule[] = [
  ...replyRules(plan("models/list"), {
    requirements: ["R4.2", "R1.7", "R9.1"],
    provenance: "stated",
    mediaType: "observed",
    shape: "observed",
    stated: (list) => [usableRule(list), pricingRule(list)],
  }),
  ...refusalRules(plan("models/refused/wrong-key"), { condition: conditions.wrongKey }),
];

function usableRule(list: ExchangePlan): Rule {
  return ruleOn(list, {
    name: "usable",
    sentence: "the model list has at least one model, named so that it can be called",
    requirements: ["R2.7", "R4.2"],
    provenance: "upstream",
    client: "openai",
    after: "status",
    judge: (exchange) =>
      onJson(exchange, (value) => {
        if (recordsOf(value).some((model) => typeof valueAt(model, "/id") === "string")) return pass;
        return broken({
          message: "The model list has no model with an id.",
          expected: "an array of models",
          pointer: "/data",
        });
      }),
  });
}

/** The name of the field is not stated, so that any member that speaks of a price will do. */
function pricingRule(list: ExchangePlan): Rule {
  return ruleOn(list, {
    name: "pricing",
    sentence: "the model list says what models cost",
    requirements: ["R2.7", "R4.2", "R8.3"],
    provenance: "stated",
    after: "usable",
    judge: (exchange) =>
      onJson(exchange, (value) => {
        if (recordsOf(value).some(hasPrice)) return pass;
        return broken({
          message: "No model of the list has a price.",
          expected: "a pricing object",
          pointer: "/data/0/pricing",
        });
      }),
  });
}

function hasPrice(model: unknown): boolean {
  if (typeof model !== "object" || model === null) return false;
  return Object.entries(model).some(([name, value]) => /pric|cost|^points/i.test(name) && value !== null);
}
