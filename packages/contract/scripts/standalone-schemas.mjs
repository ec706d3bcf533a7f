/**
 * Returns each component schema of a 3.1 bundle as a standalone JSON Schema, by name, with its references in `$defs`.
 * @returns {Map<string, object>}
 */
export function standaloneSchemas({ components: { schemas } }) {
  return new Map(
    Object.entries(schemas).map(([name, schema]) => {
      const $defs = {};
      const used = new Set();
      collect(schema);
      const root = moved(schema);
      for (const other of [...used].sort()) $defs[other] = moved(schemas[other]);
      const dialect = { $schema: "https://json-schema.org/draft/2020-12/schema" };
      return [name, used.size === 0 ? { ...dialect, ...root } : { ...dialect, ...root, $defs }];

      function collect(node) {
        for (const other of referencesIn(node)) {
          if (used.has(other)) continue;
          used.add(other);
          collect(schemas[other]);
        }
      }
    }),
  );
}

const prefix = "#/components/schemas/";

const referencesIn = (schema) =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);

const moved = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "$ref" && typeof value === "string" ? value.replace(prefix, "#/$defs/") : value,
  );
