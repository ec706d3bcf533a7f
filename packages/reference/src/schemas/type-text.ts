import { badge, keywordBadge } from "../badge.ts";
import { componentName, type Schema } from "../contract-document.ts";
import { type Html, html, joined } from "../html.ts";

/** Describes the values of a schema in a few words, with links to the schemas it names. */
export function typeText(schema: Schema): Html {
  if (schema.$ref !== undefined) return schemaLink(componentName(schema.$ref));
  if (schema.contentSchema !== undefined) return html`JSON text of ${typeText(schema.contentSchema)}`;
  if ("const" in schema) return html`<code>${JSON.stringify(schema.const)}</code> ${keywordBadge(schema, "const")}`;
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined) return unique(variants.map(variantText), " or ");
  if (schema.items !== undefined) {
    const array = html`array of ${wrapped(schema.items)}`;
    return [schema.type].flat().includes("null") ? html`${array} or null` : array;
  }
  if (schema.type === undefined) return html`${schema.properties === undefined ? "any value" : "object"}`;
  const types = [schema.type]
    .flat()
    .map((type) => html`${type === schema.type && schema.format ? `${type} (${schema.format})` : type}`);
  const values = typeof schema.additionalProperties === "object" && schema.properties === undefined;
  const map = values ? html` of ${typeText(schema.additionalProperties as Schema)}` : html``; // `values` says that it is not a boolean
  return html`${unique(types, " or ")}${map}`;
}

/** Renders a variant with its provenance, if that differs from the union's. */
const variantText = (variant: Schema): Html =>
  variant["x-provenance"] === undefined ? typeText(variant) : html`${typeText(variant)} ${badge(variant)}`;

export const schemaLink = (name: string): Html => html`<a href="~/schemas/${name}.html">${name}</a>`;

function wrapped(items: Schema): Html {
  const several = (items.oneOf ?? items.anyOf ?? []).length > 1;
  return several ? html`(${typeText(items)})` : typeText(items);
}

function unique(pieces: Html[], between: string): Html {
  const seen = new Map(pieces.map((piece) => [piece.markup, piece]));
  return joined([...seen.values()], between);
}

const bounds: [keyword: string, says: (value: unknown) => string][] = [
  ["minimum", (value) => `at least ${value}`],
  ["exclusiveMinimum", (value) => `more than ${value}`],
  ["maximum", (value) => `at most ${value}`],
  ["exclusiveMaximum", (value) => `less than ${value}`],
  ["minLength", (value) => (value === 1 ? "not empty" : `at least ${value} characters`)],
  ["maxLength", (value) => `at most ${value} characters`],
  ["minItems", (value) => `at least ${value} ${value === 1 ? "item" : "items"}`],
  ["maxItems", (value) => `at most ${value} ${value === 1 ? "item" : "items"}`],
  ["maxProperties", (value) => `at most ${value} members`],
  ["pattern", (value) => `matches ${value}`],
  ["contentEncoding", (value) => `${value} text`],
];

/** Lists the values and limits of a schema and of its inline variants. */
export function readLimits(schema: Schema): { values: unknown[]; isOpen: boolean; limits: Html[] } {
  const parts = [schema, ...(schema.oneOf ?? schema.anyOf ?? [])].filter(({ $ref }) => $ref === undefined);
  const values = parts.flatMap((part) => part.enum ?? []);
  const isOpen =
    values.length > 0 && parts.some((part) => part !== schema && part.type === "string" && part.enum === undefined);
  const limits = bounds.flatMap(([keyword, says]) =>
    parts
      .filter((part) => part[keyword] !== undefined)
      .map((part) => html`${says(part[keyword])} ${keywordBadge(part, keyword)}`),
  );
  return { values, isOpen, limits: [...new Map(limits.map((limit) => [limit.markup, limit])).values()] };
}
