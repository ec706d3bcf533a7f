/**
 * Returns a 3.2 bundle as OpenAPI 3.1.1, which has no `itemSchema`. The body of an event stream is a string, its
 * transcripts are the string's examples, and `x-item-schema` names the union of the events' payloads.
 */
export function downTo31(bundle) {
  const { openapi: _, $self, info, ...rest } = structuredClone(bundle);
  const document = { openapi: "3.1.1", info, ...rest };
  const { examples = {}, responses = {}, schemas } = document.components;
  const events = new Set();
  for (const mediaType of eventStreams(document)) {
    const { itemSchema, ...others } = mediaType;
    delete mediaType.itemSchema;
    Object.assign(mediaType, { schema: { type: "string" }, "x-item-schema": itemSchema, ...others });
    events.add(nameOf(itemSchema.$ref));
  }
  for (const name of events) schemas[name] = payloadUnion(schemas[name]);
  for (const example of Object.values(examples)) asValue(example);
  for (const response of Object.values(responses)) delete response.summary;
  return document;
}

const nameOf = (reference) => reference.split("/").at(-1);

function* eventStreams(node) {
  if (node === null || typeof node !== "object") return;
  if (node.itemSchema?.$ref !== undefined) yield node;
  for (const value of Object.values(node)) yield* eventStreams(value);
}

/** Replaces the schema of an event by the union of its payloads. */
function payloadUnion({ anyOf, ...schema }) {
  const payloads = anyOf
    .filter((variant) => !variant["x-open-variant"] && variant.properties.data.contentSchema !== undefined)
    .map((variant) => variant.properties.data.contentSchema);
  const unique = new Map(payloads.map((payload) => [JSON.stringify(payload), payload]));
  return { ...schema, anyOf: [...unique.values()] };
}

/** Renames `serializedValue`, which only 3.2 has. */
function asValue(example) {
  if (example.serializedValue === undefined) return;
  example.value = example.serializedValue;
  delete example.serializedValue;
}
