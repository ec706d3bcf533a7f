import { areaOf, type Rule } from "../rule.js";
import { rulesByRequirement } from "./rules-by-requirement.js";

/**
 * The rules with their rows of the specification, then the rows with their rules. A rule's line says what it weighs, where
 * the contract has it from, its id and its sentence.
 */
export function ruleList(rules: Rule[]): string {
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  const lines = rules.map(({ id, sentence, level, provenance, requirements, client }) => {
    const because = client === undefined ? "" : ` ${client} breaks without it.`;
    return `${level.padEnd(6)}  ${provenance.padEnd(8)}  ${id.padEnd(width)}  ${sentence}${because} (${requirements.join(", ")})`;
  });
  const rows = rulesByRequirement(rules).map(
    ({ requirement, says, rules: ids }) =>
      `${requirement.padEnd(6)}  ${says}\n        ${ids.join(", ") || "none of these rules"}`,
  );
  const areas = [...new Set(rules.map(({ id }) => areaOf(id)))];
  return `${lines.join("\n")}\n\n${rows.join("\n")}\n\n${rules.length} rules; areas: ${areas.join(", ")}.\n`;
}
