import { defaultPathSerializer } from "openapi-fetch";
import { OptionError } from "./errors/model-access-error.js";

/** Puts ids into a path, each encoded. Refuses those that would lead to another route however they are encoded. */
export function serializePath(path: string, ids: Record<string, unknown>): string {
  for (const [name, id] of Object.entries(ids)) {
    if (["", ".", ".."].includes(String(id))) {
      throw new OptionError(
        name,
        `${name} is ${JSON.stringify(id)}, which is no id; pass the id that the service gave.`,
      );
    }
  }
  return defaultPathSerializer(path, ids);
}
