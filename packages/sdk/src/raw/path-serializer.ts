import { OptionError } from "../errors/model-access-error.js";

/** Puts ids into a path, each encoded. Refuses those that would lead to another route however they are encoded. */
export function serializePath(path: string, ids: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(ids[name] ?? "");
    try {
      if (!["", ".", ".."].includes(id)) return encodeURIComponent(id);
    } catch {
      // Half of a character can't be encoded.
    }
    throw new OptionError(
      name,
      `${name} is ${JSON.stringify(id)}, which is not an id; pass the id that the service gave.`,
    );
  });
}
