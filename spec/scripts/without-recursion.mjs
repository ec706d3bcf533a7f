const prefix = "#/components/schemas/";

/**
 * A bundle in which no schema contains itself: where one would, there is an open object. For tools that can't follow a
 * schema into itself.
 */
export function withoutRecursion(document) {
  const copy = structuredClone(document);
  const { schemas } = copy.components;
  const done = new Set();
  for (const name of Object.keys(schemas)) visit(name, []);
  return copy;

  function visit(name, open) {
    if (done.has(name)) return;
    schemas[name] = cut(schemas[name], [...open, name]);
    done.add(name);
  }

  function cut(node, open) {
    if (node === null || typeof node !== "object") return node;
    if (Array.isArray(node)) return node.map((item) => cut(item, open));
    const target =
      typeof node.$ref === "string" && node.$ref.startsWith(prefix) ? node.$ref.slice(prefix.length) : undefined;
    if (target !== undefined && open.includes(target)) {
      const { $ref, ...rest } = node;
      return {
        description: document.components.schemas[target].description,
        ...rest,
        type: "object",
        additionalProperties: true,
      };
    }
    if (target !== undefined) visit(target, open);
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, cut(value, open)]));
  }
}
