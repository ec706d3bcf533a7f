import { requirements } from "@model-access/contract";
import { areaOf, type Rule } from "../rule.js";

/**
 * The rules with their rows of the specification, then the rows with their rules. A rule's line says what it weighs, where
 * the contract has it from, its id and its sentence.
 */
export function ruleList(rules: Rule[]): string {
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  const lines = rules.map(({ id, sentence, level, provenance, requirements, client }) => {
    const because = client === undefined ? "" : ` ${client} needs it.`;
    return `${level.padEnd(6)}  ${provenance.padEnd(8)}  ${id.padEnd(width)}  ${sentence}${because} (${requirements.join(", ")})`;
  });
  const rows = rulesByRequirement(rules).map(
    ({ requirement, says, rules: ids }) =>
      `${requirement.padEnd(6)}  ${says}\n        ${ids.join(", ") || "no selected rule"}`,
  );
  const areas = [...new Set(rules.map(({ id }) => areaOf(id)))];
  return `${lines.join("\n")}\n\n${rows.join("\n")}\n\n${rules.length} ${rules.length === 1 ? "rule" : "rules"}; areas: ${areas.join(", ")}.\n`;
}

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
