import { dirname, join } from "node:path";

/**
 * Redocly preprocessors: expand the source's short forms (spec/README.md, "Short forms") before linting and bundling.
 */
export const shortForms = {
  "named-examples": () => ({ MediaType: writeExamples }),
  refusals: () => ({ Responses: { leave: writeRefusals } }),
  "value-types": () => ({ Schema: { leave: writeType } }),
  "shared-members": () => ({ Schema: { leave: writeSharedMembers } }),
  "open-variants": () => ({ Schema: { leave: writeOpenVariant } }),
  "event-streams": () => ({ Schema: { leave: writeEvents } }),
};

/** Redocly's types, extended by the short forms with references, so that Redocly resolves them. */
export const withShortForms = ({ Responses, Schema, ...types }) => ({
  ...types,
  Responses: { ...Responses, properties: { ...Responses.properties, "x-refusals": "Responses" } },
  Schema: { ...Schema, properties: { ...Schema.properties, "x-events": "SchemaProperties" } },
});

/** `examples: [chatTextReply]` refers to the files with these names. */
function writeExamples(mediaType) {
  if (!Array.isArray(mediaType.examples)) return;
  const rows = mediaType.examples.map((name) => [name, { $ref: `../examples/${name}.yaml` }]);
  mediaType.examples = Object.fromEntries(rows);
}

/** `x-refusals: {$ref: …}` adds the responses of a shared file. */
function writeRefusals(responses, { resolve }) {
  const { node: refusals, location } = resolve(responses["x-refusals"] ?? {});
  if (responses["x-refusals"] === undefined || refusals === undefined) return;
  delete responses["x-refusals"];
  for (const [status, { $ref }] of Object.entries(refusals))
    responses[status] ??= { $ref: join(dirname(location.source.absoluteRef), $ref) };
}

/** A `const` or an `enum` of strings implies its type, except under `not`. */
function writeType(schema, { location }) {
  const { const: value, enum: values = [value], type } = schema;
  const isExcluded = /\/not(\/|$)/.test(location.pointer);
  if (type !== undefined || isExcluded || !values.every((each) => typeof each === "string")) return;
  const fields = Object.entries(schema);
  fields.splice(Object.keys(schema).indexOf(value === undefined ? "enum" : "const"), 0, ["type", "string"]);
  for (const [field] of fields) delete schema[field];
  Object.assign(schema, Object.fromEntries(fields));
}

/** Inlines a reference to a part of a file, such as `../groups/membersOfControls.yaml#/label`; whole files are components. */
function writeSharedMembers({ properties = {} }, { resolve, report, location }) {
  for (const [name, member] of Object.entries(properties)) {
    const part = member.$ref?.includes("#/") && resolve(member).node;
    if (!part) continue;
    if (Object.keys(member).length > 1) {
      const message = `${name} stands for a shared member and has fields of its own; leave them out, or write it all here.`;
      report({ message, location: location.child(["properties", name]) });
    }
    properties[name] = structuredClone(part);
  }
}

/** An `x-open-variant` without a type is an object whose `type` differs from the other variants' constants. */
function writeOpenVariant(union, { resolve, report, location }) {
  const open = union.anyOf?.find((variant) => variant["x-open-variant"] && variant.type === undefined);
  if (open === undefined || union["x-events"] !== undefined) return;
  const types = union.anyOf
    .map((variant) => resolve(variant).node?.properties?.type?.const)
    .filter((type) => type !== undefined);
  if (types.length === 0) {
    const message = "No variant has a constant type, so write out what the open variant excludes.";
    report({ message, location: location.child("anyOf").key() });
  }
  const type = { type: "string", not: { enum: types } };
  Object.assign(open, { type: "object", required: ["type"], properties: { type } });
}

/**
 * `x-events: {message_start: {$ref: …}}` has the payloads of a stream's events by name; each is a variant of the union, and
 * the open variant excludes all of them. `x-event-line` makes the name on the `event:` line required or optional.
 */
function writeEvents(schema, { report, location }) {
  const { "x-events": payloads, "x-event-line": line, anyOf: others = [] } = schema;
  if (payloads === undefined) return;
  if (!["required", "optional"].includes(line)) {
    const message = `x-event-line is ${JSON.stringify(line)}; beside x-events it must be required or optional.`;
    report({ message, location: location.child("x-events").key() });
  }
  delete schema["x-events"];
  delete schema["x-event-line"];
  const event = (name, data) => ({
    type: "object",
    required: line === "required" ? ["event", "data"] : ["data"],
    properties: { event: { type: "string", ...name }, data: { type: "string", ...data } },
  });
  const unlisted = { not: { enum: Object.keys(payloads) } };
  const another =
    line === "required"
      ? event(unlisted)
      : event({}, json({ type: "object", required: ["type"], properties: { type: { type: "string", ...unlisted } } }));
  schema.anyOf = [
    ...Object.entries(payloads).map(([name, payload]) => ({ title: name, ...event({ const: name }, json(payload)) })),
    ...others.map((variant) => (variant["x-open-variant"] ? { ...variant, ...another } : variant)),
  ];
}

const json = (contentSchema) => ({ contentMediaType: "application/json", contentSchema });
