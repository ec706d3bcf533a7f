/**
 * Returns a 3.2 bundle as OpenAPI 3.1.1. `streams` says what becomes of an event stream's `itemSchema`:
 * - `events`: the schema is the union of the events' payloads; whole transcripts move to `x-transcripts`.
 * - `text`: the schema is a string and the transcripts are its examples, for mocks and proxies that know no streams.
 */
export function downTo31(bundle, { streams }) {
  const { openapi: _, $self, info, ...rest } = structuredClone(bundle);
  const document = {
    openapi: "3.1.1",
    info,
    ...(streams === "text" && { jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema" }),
    ...rest,
  };
  const examples = document.components.examples ?? {};
  const eventSchemas = new Set();
  const moved = new Set();
  for (const mediaType of eventStreams(document)) {
    const { $ref } = mediaType.itemSchema;
    if (streams !== "text") eventSchemas.add(nameOf($ref));
    for (const { $ref } of Object.values(mediaType.examples ?? {})) moved.add(nameOf($ref));
    convert(mediaType, { streams, examples });
  }
  for (const name of eventSchemas) {
    document.components.schemas[name] = payloadUnion(document.components.schemas[name]);
  }
  for (const name of moved) delete examples[name];
  if (streams === "text") removeSamples(document);
  for (const response of Object.values(document.components.responses ?? {})) delete response.summary;
  return document;
}

const nameOf = (reference) => reference.split("/").at(-1);

function* eventStreams(node) {
  if (node === null || typeof node !== "object") return;
  if (node.itemSchema?.$ref !== undefined) yield node;
  for (const value of Object.values(node)) yield* eventStreams(value);
}

function convert(mediaType, { streams, examples }) {
  const { itemSchema } = mediaType;
  delete mediaType.itemSchema;
  const transcripts = Object.fromEntries(
    Object.entries(mediaType.examples ?? {}).map(([name, example]) => {
      const { serializedValue, ...rest } = examples[nameOf(example.$ref)];
      return [name, { ...rest, value: serializedValue }];
    }),
  );
  delete mediaType.examples;
  if (streams === "text") {
    mediaType.schema = { type: "string" };
    mediaType["x-item-schema"] = itemSchema;
  } else {
    mediaType.schema = itemSchema;
  }
  mediaType[streams === "events" ? "x-transcripts" : "examples"] = transcripts;
}

/** A mock answers; it shows nobody how to ask. */
function removeSamples({ paths }) {
  for (const item of Object.values(paths))
    for (const operation of Object.values(item)) delete operation["x-codeSamples"];
}

/** The schema of an event as an object becomes the union of what its `data` holds. */
function payloadUnion({ anyOf, ...schema }) {
  const payloads = anyOf
    .filter((variant) => !variant["x-open-variant"] && variant.properties.data.contentSchema !== undefined)
    .map((variant) => variant.properties.data.contentSchema);
  const unique = new Map(payloads.map((payload) => [JSON.stringify(payload), payload]));
  return { ...schema, anyOf: [...unique.values()] };
}
