import { badge, listRequirements, statements } from "../badge.ts";
import { jsonBlock } from "../code-block.ts";
import type { Schema } from "../contract-document.ts";
import { controlsPreview, isControl } from "../controls/controls-preview.ts";
import { type Html, html, joined } from "../html.ts";
import type { Page } from "../page-frame.ts";
import type { Site } from "../site.ts";
import { describe, schemaBody } from "./members.ts";
import { schemaLink, typeText } from "./type-text.ts";

/** Renders the page of one schema. */
export function schemaPage(site: Site, name: string): Page {
  const schema = site.document.components.schemas[name] ?? {};
  const example = site.examples.get(name);
  const group = site.groups.find(({ names }) => names.includes(name));
  const body = html`
<p class="kind"><a href="~/schemas/index.html">Schemas</a> / <a href="~/schemas/index.html#${slugify(group?.name)}">${group?.name}</a></p>
<h1>${name}</h1>
<p class="summary"><span class="type">${kindText(schema)}</span> ${badge(schema)}</p>
<div class="prose">${describe(site, schema)}</div>
<div class="columns"><div>
${schemaBody(site, schema)}
${renderUsers(site, name)}
${statements(site, listRequirements(schema))}
</div><div class="beside">${example !== undefined && preview(site, name, example)}${
    example !== undefined && jsonBlock(example, "Example")
  }</div></div>`;
  const values = listConstants(schema);
  return {
    path: `schemas/${name}.html`,
    title: name,
    kind: "Schema",
    section: "schemas",
    description: schema.description ?? "",
    exact: values,
    words: [...Object.keys(schema.properties ?? {}), ...listEnums(schema)],
    body,
  };
}

/** Renders the list of all schemas. */
export function schemaIndexPage({ groups, document }: Site): Page {
  const body = html`<h1>Schemas</h1><p>All data sent and received, by interface.</p>${groups.map(
    ({ name, names }) =>
      html`<h2 id="${slugify(name)}">${name}</h2><ul class="names">${names.map(
        (schema) => html`<li>${schemaLink(schema)}</li>`,
      )}</ul>`,
  )}`;
  const description = `${Object.keys(document.components.schemas).length} schemas`;
  return {
    path: "schemas/index.html",
    title: "Schemas",
    kind: "Guide",
    section: "schemas",
    description,
    words: [],
    body,
  };
}

const slugify = (name = "") => name.toLowerCase().replaceAll(" ", "-");

/** Returns the values that identify a schema among its siblings, such as `drop_down`. */
function listConstants({ properties = {} }: Schema): string[] {
  return Object.values(properties).flatMap(({ const: value }) => (typeof value === "string" ? [value] : []));
}

function listEnums(schema: Schema): string[] {
  const parts = [schema, ...Object.values(schema.properties ?? {})];
  const values = parts.flatMap((part) => [part, ...(part.anyOf ?? [])]).flatMap((part) => part.enum ?? []);
  return values.filter((value) => typeof value === "string");
}

function kindText(schema: Schema): Html {
  return (schema.oneOf ?? schema.anyOf) !== undefined && schema.properties === undefined
    ? html`one of several`
    : typeText(schema);
}

function renderUsers({ users, places }: Site, name: string): Html {
  const schemas = users.schemas.get(name) ?? [];
  const operations = new Set(users.operations.get(name));
  const shown = places.filter(({ operation }) => operations.has(operation.operationId));
  if (schemas.length + shown.length === 0) return html``;
  const links = shown.map(
    ({ operation }) => html`<a href="~/operations/${operation.operationId}.html">${operation.summary}</a>`,
  );
  return html`<h2 id="used-by">Used by</h2>${schemas.length > 0 && html`<p>${joined(schemas.map(schemaLink), ", ")}</p>`}${
    links.length > 0 && html`<p>Operations: ${joined(links, ", ")}</p>`
  }`;
}

function preview(site: Site, name: string, example: unknown): Html {
  if (!isControl(site, name)) return html``;
  return html`<section class="preview" aria-labelledby="preview"><h2 id="preview">As a user sees it</h2>${controlsPreview(example)}</section>`;
}
