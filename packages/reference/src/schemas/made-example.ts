import { type ContractDocument, resolved, type Schema } from "../contract-document.ts";

/** Makes the smallest example of a schema that none of the contract's examples has: its required members. */
export function madeExample(document: ContractDocument, given: Schema, depth = 0): unknown {
  const schema = resolved(document, given);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if ("const" in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [variant] = schema.oneOf ?? schema.anyOf ?? [];
  if (variant !== undefined && schema.properties === undefined) return madeExample(document, variant, depth + 1);
  if (schema.properties !== undefined) {
    const required = schema.required ?? [];
    const members = Object.entries(schema.properties).filter(([name]) => required.includes(name));
    return Object.fromEntries(
      members.map(([name, member]) => [name, depth > 4 ? null : madeExample(document, member, depth + 1)]),
    );
  }
  const [type] = [schema.type ?? "object"].flat();
  if (type === "array")
    return schema.items === undefined || depth > 4 ? [] : [madeExample(document, schema.items, depth + 1)];
  return (
    { string: "…", integer: schema.minimum ?? 1, number: schema.minimum ?? 1, boolean: true, null: null }[type ?? ""] ??
    {}
  );
}
