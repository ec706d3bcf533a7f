import type { Rule } from "./rule.js";

/** Areas, rule ids and beginnings of rule ids: which rules to judge, and which of them not. */
export interface Selection {
  only?: string[];
  skip?: string[];
}

/** The rules that a selection names. Throws for a name that no rule has. */
export function selectRules<Named extends Pick<Rule, "id">>(
  rules: Named[],
  { only = [], skip = [] }: Selection,
): Named[] {
  for (const name of [...only, ...skip]) {
    if (!rules.some(({ id }) => isNamed(id, name))) {
      throw new Error(`There is no area or rule ${JSON.stringify(name)}; the command list prints them all.`);
    }
  }
  const isSelected = ({ id }: Named) => only.length === 0 || only.some((name) => isNamed(id, name));
  return rules.filter((rule) => isSelected(rule) && !skip.some((name) => isNamed(rule.id, name)));
}

/** True where a name is that of an area or a rule, or the beginning of a rule's id. */
export const isNamed = (id: string, name: string) => id === name || id.startsWith(`${name}/`);
