import { requirements } from "@model-access/contract";
import { exchanges } from "../areas.js";
import { idsBefore } from "../judging/judge-rule.js";
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

/** Prints a call, and in their order the rules that read its answer, each with those that come before it. Throws for a call that is none. */
export function callList(id: string, rules: Rule[]): string {
  const plan = exchanges.find((each) => each.id === id);
  if (plan === undefined)
    throw new Error(`There is no call ${JSON.stringify(id)}; the command plan prints them, with --all every one.`);
  const reading = rules.filter((rule) => rule.exchanges.includes(id));
  const lines = reading.map((rule) => {
    const before = idsBefore(rule).map((each) => each.replace(`${id}/`, ""));
    return `  ${rule.id}\n    ${rule.sentence}${before.length > 0 ? `\n    after ${before.join(", ")}` : ""}`;
  });
  return `${id}: ${plan.says}\n${lines.join("\n")}\n${reading.length} ${reading.length === 1 ? "rule" : "rules"}.\n`;
}
