import { exchanges } from "../areas.js";
import { idsBefore } from "../judging/judge-rule.js";
import type { Rule } from "../rule.js";

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
