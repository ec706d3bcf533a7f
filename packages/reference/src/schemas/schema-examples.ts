import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import {
  type ContractDocument,
  componentName,
  type Place,
  type Response,
  resolved,
  type Schema,
} from "../contract-document.ts";
import { parsePayload, readEvents } from "../streams/transcript.ts";

/**
 * Finds an example of every schema: its own, else the first part of a contract example that the schema describes, else a
 * generated one. In a union, that is the first variant that accepts the value.
 */
export function findExamples(document: ContractDocument, places: readonly Place[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const accepts = createAccepts(document);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (schema.examples?.[0] !== undefined) visit(schema.examples[0], { $ref: `#/components/schemas/${name}` });
  }
  for (const { operation } of places) {
    for (const { content = {} } of [operation.requestBody, ...Object.values(operation.responses)].map(
      (part) => resolved<Pick<Response, "content"> | undefined>(document, part) ?? {},
    )) {
      for (const media of Object.values(content)) {
        for (const example of Object.values(media.examples ?? {}).map((one) => resolved(document, one))) {
          if (media.itemSchema === undefined) visit(example.value, media.schema);
          else for (const event of readEvents(example.serializedValue ?? "")) visit(event, media.itemSchema);
        }
      }
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!found.has(name)) found.set(name, generateExample(document, schema));
  }
  return found;

  function visit(value: unknown, schema: Schema | undefined): void {
    if (schema === undefined || value === undefined) return;
    if (schema.$ref !== undefined) {
      const name = componentName(schema.$ref);
      if (!found.has(name)) found.set(name, value);
      visit(value, document.components.schemas[name]);
    }
    const variants = schema.oneOf ?? schema.anyOf ?? [];
    visit(
      value,
      variants.find((variant) => accepts(variant, value)),
    );
    for (const part of schema.allOf ?? []) visit(value, part);
    if (schema.contentSchema !== undefined && typeof value === "string")
      visit(parsePayload({ data: value }), schema.contentSchema);
    if (Array.isArray(value)) for (const item of value) visit(item, schema.items);
    else if (value !== null && typeof value === "object") {
      for (const [key, member] of Object.entries(value)) visit(member, schema.properties?.[key]);
    }
  }
}

function createAccepts(document: ContractDocument): (schema: Schema, value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema({ $id: "contract:", components: { schemas: document.components.schemas } });
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema, value) => {
    const validate =
      compiled.get(schema) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract:#/')));
    compiled.set(schema, validate);
    return validate(value) && schema.contentSchema === undefined;
  };
}

/** Generates the smallest example of a schema: its required members. */
function generateExample(document: ContractDocument, given: Schema, depth = 0): unknown {
  const schema = resolved(document, given);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if ("const" in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [variant] = schema.oneOf ?? schema.anyOf ?? [];
  if (variant !== undefined && schema.properties === undefined) return generateExample(document, variant, depth + 1);
  if (schema.properties !== undefined) {
    const required = schema.required ?? [];
    const members = Object.entries(schema.properties).filter(([name]) => required.includes(name));
    return Object.fromEntries(
      members.map(([name, member]) => [name, depth > 4 ? null : generateExample(document, member, depth + 1)]),
    );
  }
  const [type] = [schema.type ?? "object"].flat();
  if (type === "array")
    return schema.items === undefined || depth > 4 ? [] : [generateExample(document, schema.items, depth + 1)];
  return (
    { string: "…", integer: schema.minimum ?? 1, number: schema.minimum ?? 1, boolean: true, null: null }[type ?? ""] ??
    {}
  );
}
