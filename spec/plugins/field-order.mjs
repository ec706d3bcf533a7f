const parameter = "name in description x-provenance x-requirement required schema example";

/** The fields of each kind of object, in their order. */
const orders = Object.entries({
  PathItem: "summary x-provenance x-requirement parameters get post",
  Operation:
    "operationId summary description tags x-provenance x-requirement security parameters requestBody responses",
  RequestBody: "description required content",
  Response: "summary description x-provenance x-requirement headers content links",
  Link: "operationId description parameters requestBody",
  MediaType: "itemSchema schema x-grammar encoding examples",
  Parameter: parameter,
  Header: parameter,
  Example: "summary description value serializedValue",
  Schema:
    "$ref title description x-provenance x-requirement x-members-provenance x-keyword-provenance x-open-variant type const enum format contentMediaType contentEncoding contentSchema default minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern items prefixItems minItems maxItems uniqueItems required dependentRequired properties patternProperties propertyNames additionalProperties minProperties maxProperties anyOf oneOf allOf not if then else examples",
});

/** Redocly rule: objects have only these fields, in this order. */
export const fieldOrder = () =>
  Object.fromEntries(
    orders.map(([type, fields]) => [type, (node, context) => check(fields.split(" "), node, context)]),
  );

function check(order, node, { report, location, type }) {
  const places = Object.keys(node).map((field) => [field, order.indexOf(field)]);
  for (const [index, [field, place]] of places.entries()) {
    const before = places.slice(0, index).find(([, other]) => other > place);
    if (place === -1)
      report({ message: `${field} is not a field of a ${type.name}.`, location: location.child(field).key() });
    else if (before !== undefined)
      report({ message: `${field} must come before ${before[0]}.`, location: location.child(field).key() });
  }
}
