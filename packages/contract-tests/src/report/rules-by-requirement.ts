import { requirements } from "@model-access/contract";
import type { Rule } from "../rule.js";

/** A row of the specification that a test over HTTP can show, and the rules that show it. */
export interface RequirementRow {
  requirement: string;
  says: string;
  rules: string[];
}

/** The rows of the specification with their rules, in the specification's order. */
export function rulesByRequirement(rules: Rule[]): RequirementRow[] {
  return requirements
    .filter(({ on }) => on.includes("check"))
    .map(({ id, says }) => ({
      requirement: id,
      says,
      rules: rules.filter((rule) => rule.requirements.includes(id)).map((rule) => rule.id),
    }));
}
