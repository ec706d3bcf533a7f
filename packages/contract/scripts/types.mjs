import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { declareSchemas } from "./declare-schemas.mjs";

const { factory } = ts;

/**
 * Generates TypeScript types from the 3.1 bundle. Open enums (`anyOf` of an enum and a string) become `"a" | "b" | (string & {})`,
 * so that editors complete the known values; variants marked `x-open-variant` are left out of unions, so that
 * `switch` narrows. At run time such values reach the caller as they are.
 */
export async function generateTypes(document) {
  const closed = structuredClone(document);
  prepare(closed);
  for (const schema of Object.values(closed.components.schemas)) delete schema.title; // the type's name in words
  const nodes = await openapiTS(closed, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    transform(schema) {
      return isOpenEnum(schema) ? openEnum(schema) : undefined;
    },
  });
  return withoutDescriptionTags(astToString(declareSchemas(nodes)));
}

/** Removes `@description` at the start of a comment: editors would show the tag. */
function withoutDescriptionTags(text) {
  return text.replaceAll(/(\/\*\*(?:\s+\*)? )@description /g, "$1");
}

function prepare(node) {
  if (node === null || typeof node !== "object") return;
  requireFirstBranch(node);
  openExcludedValues(node);
  // The type of an event stream is that of its events; its schema is only a string.
  if (node["x-item-schema"] !== undefined) node.schema = node["x-item-schema"];
  if (Array.isArray(node.anyOf)) node.anyOf = node.anyOf.filter((variant) => !variant["x-open-variant"]);
  for (const value of Object.values(node)) prepare(value);
}

/**
 * Replaces a union of `required` lists by its first branch, the usual one. If the branches have titles, the caller
 * chooses, and none of them is required.
 */
function requireFirstBranch(node) {
  const isOfRequired = node.anyOf?.every?.((branch) =>
    Object.keys(branch).every((key) => /^(title|required|x-.*)$/.test(key)),
  );
  if (isOfRequired !== true) return;
  const [{ title, required }] = node.anyOf;
  if (title === undefined) node.required = [...(node.required ?? []), ...required];
  delete node.anyOf;
}

/** Turns a string whose values `not` excludes into an open enum of them: editors complete `role`, and message lists compile. */
function openExcludedValues({ properties = {}, not }) {
  for (const [name, { enum: known }] of Object.entries(not?.properties ?? {})) {
    if (!isAnyString(properties[name] ?? {})) continue;
    const { type, ...rest } = properties[name];
    properties[name] = { ...rest, anyOf: [{ type, enum: known }, { type }] };
  }
}

const isEnum = (branch) => branch.type === "string" && Array.isArray(branch.enum);
const isAnyString = (branch) =>
  branch.type === "string" && Object.keys(branch).every((key) => key === "type" || key === "description");
const isOpenEnum = ({ anyOf }) => Array.isArray(anyOf) && anyOf.some(isEnum) && anyOf.some(isAnyString);

function openEnum({ anyOf }) {
  const known = anyOf.filter(isEnum).flatMap((branch) => branch.enum);
  const rest = anyOf.filter((branch) => !isEnum(branch) && !isAnyString(branch));
  return factory.createUnionTypeNode([
    ...known.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
    factory.createParenthesizedType(
      factory.createIntersectionTypeNode([
        factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
        factory.createTypeLiteralNode([]),
      ]),
    ),
    ...rest.map((branch) => primitive(branch.type)),
  ]);
}

function primitive(type) {
  const { SyntaxKind } = ts;
  if (type === "null") return factory.createLiteralTypeNode(factory.createNull());
  const keyword = {
    integer: SyntaxKind.NumberKeyword,
    number: SyntaxKind.NumberKeyword,
    boolean: SyntaxKind.BooleanKeyword,
  }[type];
  if (keyword === undefined)
    throw new Error(`An open enum has a branch of type ${type}; only null, number and boolean can stand beside it.`);
  return factory.createKeywordTypeNode(keyword);
}
