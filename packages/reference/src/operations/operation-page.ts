import { badge, listRequirements, statements } from "../badge.ts";
import { codeBlock, jsonBlock } from "../code-block.ts";
import {
  type Example,
  type MediaType,
  type Operation,
  type Parameter,
  type Place,
  resolved,
  type Schema,
} from "../contract-document.ts";
import { type Html, html, raw, slug } from "../html.ts";
import type { Page } from "../page-frame.ts";
import { describe, schemaBody } from "../schemas/members.ts";
import { typeText } from "../schemas/type-text.ts";
import type { Site } from "../site.ts";
import { findDialect } from "../streams/dialects.ts";
import { responses } from "./responses.ts";
import { samples } from "./samples.ts";
import { tryIt } from "./try-it.ts";

/** Renders the page of one operation: description, parameters, responses, samples, and a form to try it. */
export function operationPage(site: Site, place: Place): Page {
  const { method, path, operation, parameters } = place;
  const dialect = findDialect(operation.operationId);
  const body = html`
<p class="kind">${operation.tags[0]}</p>
<h1>${operation.summary}</h1>
<p class="summary"><code class="endpoint"><b class="method ${method.toLowerCase()}">${method}</b> ${pathText(path)}</code> <span class="muted">${operation.operationId}</span> ${badge(operation)}</p>
${jumps(operation, parameters)}
<div class="columns three"><div>
<div class="prose">${site.markdown.blocks(operation.description)}</div>
${dialect !== undefined && html`<p class="note"><a href="~/streams/${dialect}.html">The event stream step by step</a></p>`}
</div><div class="beside">
${samples(operation["x-codeSamples"])}
${tryIt(site, place)}
</div><div>
${renderParameters(site, parameters)}
${requestBody(site, operation)}
${responses(site, operation)}
${statements(site, listRequirements(operation))}
</div></div>`;
  return {
    path: `operations/${operation.operationId}.html`,
    title: operation.summary,
    kind: "Operation",
    section: "operations",
    description: operation.description ?? "",
    exact: [operation.operationId, path],
    words: [...parameters.map(({ name }) => name), ...operation.tags],
    body,
  };
}

/** Renders links to the page's sections. */
function jumps({ requestBody: request }: Operation, parameters: readonly Parameter[]): Html {
  const places: [id: string, name: string, isThere: boolean][] = [
    ["samples", "Samples", true],
    ["try-it", "Try it", true],
    ["parameters", "Parameters", parameters.length > 0],
    ["request-body", "Request body", request !== undefined],
    ["responses", "Responses", true],
  ];
  const shown = places.filter(([, , isThere]) => isThere);
  return html`<nav class="jumps" aria-label="On this page">${shown.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>`;
}

function renderParameters(site: Site, parameters: readonly Parameter[]): Html {
  if (parameters.length === 0) return html``;
  return html`<h2 id="parameters">Parameters</h2><dl class="members">${parameters.map(
    (one) =>
      html`<dt id="parameter-${one.name}"><code>${one.name}</code> <span class="type">${typeText(one.schema)} in the ${one.in}</span> ${
        one.required === true && html`<span class="required">required</span> `
      }${badge(one)}</dt><dd>${site.markdown.blocks(one.description)}${describe(site, one.schema)}</dd>`,
  )}</dl>`;
}

const pathText = (path: string): Html => raw(path.replaceAll("/", "/<wbr>"));

function requestBody(site: Site, { requestBody: request }: Operation): Html {
  if (request === undefined) return html``;
  return html`<h2 id="request-body">Request body</h2>${site.markdown.blocks(request.description)}${Object.entries(
    request.content,
  ).map(
    ([type, media], index) =>
      html`<h3 id="request-${slug(type)}">${type}</h3>${mediaType(site, media, index === 0 ? "" : `${slug(type)}.`)}`,
  )}`;
}

function mediaType(site: Site, { schema, examples = {} }: MediaType, id: string): Html {
  return html`<p><span class="type">${schema !== undefined && typeText(schema)}</span></p>${
    schema !== undefined && schemaBody(site, resolved<Schema>(site.document, schema), { id })
  }${exampleList(site, examples)}`;
}

/** Renders named examples, each collapsed. */
export function exampleList({ document, markdown }: Site, examples: Record<string, Example>): Html {
  const entries = Object.entries(examples).map(([name, one]) => [name, resolved(document, one)] as const);
  if (entries.length === 0) return html``;
  return html`<div class="examples">${entries.map(([name, { summary, description, value, serializedValue }]) => {
    const attributes = html` data-example="${name}"`;
    const shown =
      serializedValue === undefined
        ? jsonBlock(value, name, attributes)
        : codeBlock({ code: serializedValue.trimEnd(), label: name, attributes });
    return html`<details><summary>${summary ?? name}</summary>${markdown.blocks(description)}${shown}</details>`;
  })}</div>`;
}
