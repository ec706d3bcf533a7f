import { areaOf, type Rule } from "../rule.js";

/** A line per rule: what it weighs, where the contract has it from, its id, its rows, its sentence. Then the areas. */
export function ruleList(rules: Rule[]): string {
  const width = Math.max(0, ...rules.map(({ id }) => id.length));
  const lines = rules.map(({ id, sentence, level, provenance, requirements, client }) => {
    const because = client === undefined ? "" : ` ${client} breaks without it.`;
    return `${level.padEnd(6)}  ${provenance.padEnd(8)}  ${id.padEnd(width)}  ${sentence}${because} (${requirements.join(", ")})`;
  });
  const areas = [...new Set(rules.map(({ id }) => areaOf(id)))];
  return `${lines.join("\n")}\n\n${rules.length} rules; areas: ${areas.join(", ")}.\n`;
}
