import ts from "typescript";

const { factory } = ts;

/**
 * Declares each schema by name, as an interface if it is an object: editors show an interface by its name, and other
 * types in full. Everything else, `components` too, refers to that name.
 * @param {ts.Node[]} nodes openapi-typescript's output, with a root type for each schema
 */
export function declareSchemas(nodes) {
  const components = nodes.find(({ name }) => name?.text === "components");
  const list = components.members.find(({ name }) => name.text === "schemas").type;
  const schemas = new Map(list.members.map((schema) => [schema.name.text, schema]));
  return nodes.map((node) => (schemas.has(node.name?.text) ? declaration(schemas.get(node.name.text)) : named(node)));

  function named(node) {
    if (node === list) return factory.createTypeLiteralNode(list.members.map(({ name }) => property(name.text)));
    const name = schemaReference(node);
    return name === undefined ? ts.visitEachChild(node, named, undefined) : factory.createTypeReferenceNode(name);
  }

  function declaration(schema) {
    const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
    const type = named(schema.type);
    const declared = ts.isTypeLiteralNode(type)
      ? factory.createInterfaceDeclaration(exported, schema.name, undefined, undefined, type.members)
      : factory.createTypeAliasDeclaration(exported, schema.name, undefined, type);
    return ts.setSyntheticLeadingComments(declared, ts.getSyntheticLeadingComments(schema));
  }
}

const property = (name) =>
  factory.createPropertySignature(undefined, name, undefined, factory.createTypeReferenceNode(name));

/** The name in `components["schemas"]["name"]`. */
function schemaReference({ objectType, indexType }) {
  const isSchema =
    objectType?.indexType?.literal?.text === "schemas" && objectType.objectType.typeName?.text === "components";
  return isSchema ? indexType.literal.text : undefined;
}
