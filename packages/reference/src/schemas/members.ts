import { badge, keywordBadge } from "../badge.ts";
import type { Schema } from "../contract-document.ts";
import { type Html, html, joined } from "../html.ts";
import type { Site } from "../site.ts";
import { readLimits, typeText } from "./type-text.ts";

/** Maximum nesting depth of inline objects. */
const deepest = 4;

/** Renders the members of an object, or the variants of a union. `id` is the prefix of the members' ids. */
export function schemaBody(
  site: Site,
  schema: Schema,
  { id = "", depth = 0 }: { id?: string; depth?: number } = {},
): Html {
  const variants = schema.oneOf ?? schema.anyOf;
  const members = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required);
  return html`${
    members.length > 0 &&
    html`<dl class="members">${members.map(([name, member]) =>
      renderMember(site, {
        name,
        member,
        isRequired: required.has(name),
        requiredBadge: keywordBadge(schema, "required"),
        id: `${id}${name}`,
        depth,
      }),
    )}</dl>`
  }${variants !== undefined && depth === 0 && renderVariants(site, variants)}${additional(schema, members.length)}`;
}

interface Member {
  name: string;
  member: Schema;
  isRequired: boolean;
  requiredBadge: Html;
  id: string;
  depth: number;
}

function renderMember(site: Site, { name, member, isRequired, requiredBadge, id, depth }: Member): Html {
  const nested = nestedObject(member);
  const open = nested !== undefined && depth < deepest;
  return html`<dt id="${id}"><a class="anchor" href="#${id}"><code>${name}</code></a> <span class="type">${typeText(member)}</span> ${
    isRequired && html`<span class="required">required</span> ${requiredBadge} `
  }${member.deprecated === true && html`<span class="deprecated">deprecated</span> `}${badge(member)}</dt><dd>${describe(site, member)}${
    open && schemaBody(site, nested, { id: `${id}.`, depth: depth + 1 })
  }</dd>`;
}

/** Renders a description with the schema's values and limits. */
export function describe({ markdown }: Site, schema: Schema): Html {
  const { values, isOpen, limits } = readLimits(schema);
  const codes = values.map((value) => html`<code>${JSON.stringify(value)}</code>`);
  return html`${schema.description !== undefined && markdown.blocks(schema.description)}${
    codes.length > 0 &&
    html`<p class="limits">${isOpen ? "Known values; others are possible" : "One of"}: ${joined(codes, ", ")}</p>`
  }${limits.length > 0 && html`<p class="limits">Limits: ${joined(limits, ", ")}</p>`}${
    "default" in schema && html`<p class="limits">Default: <code>${JSON.stringify(schema.default)}</code></p>`
  }`;
}

function nestedObject(member: Schema): Schema | undefined {
  const inPlace = [member, member.items ?? {}, ...(member.anyOf ?? member.oneOf ?? [])];
  return inPlace.find(({ $ref, properties }) => $ref === undefined && properties !== undefined);
}

function renderVariants(site: Site, variants: readonly Schema[]): Html {
  if (
    variants.every(
      ({ $ref, properties, title }) => $ref === undefined && properties === undefined && title === undefined,
    )
  )
    return html``;
  return html`<p><b>One of</b></p><ul class="variants">${variants.map(
    (variant, index) =>
      html`<li>${variant.title !== undefined && html`<code>${variant.title}</code> `}<span class="type">${typeText(
        variant.properties?.data ?? variant,
      )}</span> ${badge(variant)}${variant["x-open-variant"] !== undefined && html` <span class="muted">other kinds may follow in later versions; skip unknown ones</span>`}${
        variant.description !== undefined && site.markdown.blocks(variant.description)
      }${
        variant.properties !== undefined &&
        variant.properties.data === undefined &&
        schemaBody(site, variant, { id: `${index + 1}.`, depth: 1 })
      }</li>`,
  )}</ul>`;
}

function additional({ additionalProperties }: Schema, count: number): Html {
  if (additionalProperties === false) return html`<p class="limits">No other members are allowed.</p>`;
  if (typeof additionalProperties === "object" && count > 0)
    return html`<p class="limits">Other members: ${typeText(additionalProperties)}</p>`;
  return html``;
}
