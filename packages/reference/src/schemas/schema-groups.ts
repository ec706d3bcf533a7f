import { type ContractDocument, componentName, type Place } from "../contract-document.ts";
import { reachableFrom } from "./schema-users.ts";

/** A group of schemas in the list. */
export interface SchemaGroup {
  name: string;
  names: string[];
}

const controls = "Setting controls";
const shared = "Everywhere";

/** Groups the schemas by the interface that uses them; shared and unused schemas have their own groups. */
export function groupSchemas(document: ContractDocument, places: readonly Place[]): SchemaGroup[] {
  const tags = new Map<string, Set<string>>();
  for (const { operation } of places) {
    for (const reference of reachableFrom(document, operation)) {
      if (!reference.startsWith("#/components/schemas/")) continue;
      const name = componentName(reference);
      tags.set(name, (tags.get(name) ?? new Set()).add(operation.tags[0] ?? shared));
    }
  }
  const order = [...document.tags.map(({ name }) => name), controls, shared];
  const groups = new Map<string, string[]>(order.map((name) => [name, []]));
  for (const name of Object.keys(document.components.schemas).sort()) {
    const used = tags.get(name) ?? new Set([unusedGroup(document, name)]);
    const group = used.size === 1 ? [...used][0] : groupByName(name, used);
    groups.get(group ?? shared)?.push(name);
  }
  return [...groups].filter(([, names]) => names.length > 0).map(([name, names]) => ({ name, names }));
}

/** Returns the group of a schema that no operation uses: a setting control, or part of the native protocol. */
function unusedGroup(document: ContractDocument, name: string): string {
  const ofControls = reachableFrom(document, document.components.schemas.ParameterControls);
  const isControl = name === "ParameterControls" || ofControls.has(`#/components/schemas/${name}`);
  return isControl ? controls : "Bots";
}

/** Returns the group of a schema by its name: a chat completion chunk in a bot's event belongs to chat completions. */
function groupByName(name: string, used: ReadonlySet<string>): string | undefined {
  return [...used].find((tag) => name.startsWith(tag.split(" ")[0]?.replace(/s$/, "") ?? tag));
}
