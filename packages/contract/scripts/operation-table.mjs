const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * Tabulates the operations of a bundled document, their examples, and the schemas that need a validator.
 * @returns {{operations: object, examples: object, schemas: Map<string, Map<string, object>>}} each by operation; `schemas` also by validator name
 */
export function operationTable(document) {
  const schemas = new Map();
  const examples = {};
  const operations = {};
  const names = new Map(); // by the schema's text: a schema shared by many statuses is compiled once
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      if (item[method] === undefined) continue;
      const at = ["paths", path, method];
      const { operationId } = item[method];
      const own = new Map();
      schemas.set(operationId, own);
      const need = (name, schema) => {
        const text = JSON.stringify(schema);
        if (!names.has(text)) names.set(text, name);
        own.set(names.get(text), schema);
        return names.get(text);
      };
      operations[operationId] = tabulate({ document, need, path, method, item, operation: item[method], at });
      examples[operationId] = extractExamples(operations[operationId]);
    }
  }
  return { operations, examples, schemas };
}

function tabulate({ document, need, path, method, item, operation, at }) {
  const { operationId } = operation;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
    (node) => resolve(document, node).node,
  );
  const body = operation.requestBody && resolve(document, operation.requestBody, [...at, "requestBody"]);
  const responses = {};
  for (const [status, reference] of Object.entries(operation.responses)) {
    responses[status] = response({
      document,
      need,
      prefix: `${operationId}_${status}`,
      found: resolve(document, reference, [...at, "responses", status]),
    });
  }
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0],
    summary: operation.summary,
    provenance: operation["x-provenance"] ?? item["x-provenance"],
    requirements: operation["x-requirement"] ?? item["x-requirement"] ?? [],
    security: (operation.security ?? document.security).flatMap((alternative) => Object.keys(alternative)),
    parameters: parameters.map(({ name, in: place, required = false, schema }) => ({
      name,
      in: place,
      required,
      types: typesOf(document, schema),
    })),
    parametersValidator: need(`${operationId}_parameters`, parametersSchema(parameters)),
    body: body && {
      required: body.node.required ?? false,
      mediaTypes: Object.fromEntries(
        Object.entries(body.node.content).map(([mediaType, media]) => [
          mediaType,
          {
            validator: need(`${operationId}_body_${toIdentifier(mediaType)}`, media.schema),
            examples: readExamples(document, media),
          },
        ]),
      ),
    },
    responses,
    stream: Object.values(responses)
      .flatMap(({ mediaTypes }) => Object.values(mediaTypes))
      .find(({ grammar }) => grammar)?.grammar,
  };
}

function response({ document, need, prefix, found: { node } }) {
  const headers = Object.entries(node.headers ?? {}).map(([name, reference]) => ({
    name: name.toLowerCase(),
    ...resolve(document, reference).node,
  }));
  return {
    description: node.description,
    headers: headers.map(({ name, required = false, schema }) => ({
      name,
      required,
      types: typesOf(document, schema),
    })),
    headersValidator: headers.length > 0 ? need(`${prefix}_headers`, objectSchema(headers)) : undefined,
    mediaTypes: Object.fromEntries(
      Object.entries(node.content ?? {}).map(([mediaType, media]) => [
        mediaType,
        mediaTypeRow({ document, need, name: `${prefix}_${toIdentifier(mediaType)}`, media }),
      ]),
    ),
  };
}

function mediaTypeRow({ document, need, name, media }) {
  const examples = readExamples(document, media);
  if (media.itemSchema === undefined) {
    return { validator: media.schema && need(name, media.schema), examples };
  }
  const { anyOf } = resolve(document, media.itemSchema).node;
  const events = anyOf.map((variant, index) => {
    const { event, data } = variant.properties ?? {};
    const payload = data?.contentSchema;
    return {
      title: variant.title,
      isOpen: variant["x-open-variant"] === true,
      event: event?.const,
      isEventRequired: variant.required?.includes("event") ?? false,
      data: data?.const,
      type: payload && resolve(document, payload).node.properties?.type?.const,
      validator: payload && need(`${name}_event_${index}`, payload),
    };
  });
  return { grammar: media["x-grammar"], events, examples };
}

/** Moves the examples out of an operation's row, so that they can be parsed on demand. */
function extractExamples({ body, responses }) {
  const take = (mediaTypes) =>
    Object.fromEntries(
      Object.entries(mediaTypes ?? {}).map(([mediaType, row]) => {
        const { examples } = row;
        delete row.examples;
        return [mediaType, examples];
      }),
    );
  return {
    body: take(body?.mediaTypes),
    responses: Object.fromEntries(Object.entries(responses).map(([status, row]) => [status, take(row.mediaTypes)])),
  };
}

function readExamples(document, media) {
  return Object.fromEntries(
    Object.entries(media.examples ?? {}).map(([name, reference]) => {
      const { summary, value, serializedValue } = resolve(document, reference).node;
      return [name, { summary, value: value ?? serializedValue }];
    }),
  );
}

function resolve(document, node, at = []) {
  if (node.$ref === undefined) return { node, at };
  const path = node.$ref
    .slice(2)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  return resolve(
    document,
    path.reduce((found, key) => found[key], document),
    path,
  );
}

function typesOf(document, schema = {}) {
  const { type, anyOf = [] } = resolve(document, schema).node;
  return [type ?? [], ...anyOf.map((branch) => typesOf(document, branch))].flat();
}

const objectSchema = (fields) => ({
  type: "object",
  required: fields.filter((field) => field.required).map((field) => field.name),
  properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
});

function parametersSchema(parameters) {
  const places = ["path", "query", "header"].map((place) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => (place === "header" ? { ...parameter, name: parameter.name.toLowerCase() } : parameter));
    return [place, objectSchema(fields)];
  });
  return { type: "object", required: ["path", "query", "header"], properties: Object.fromEntries(places) };
}

const toIdentifier = (mediaType) => mediaType.replaceAll(/[^a-z0-9]+/gi, "_");
