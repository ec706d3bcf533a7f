import { badge } from "../badge.ts";
import { type Operation, type Response, resolved, type Schema } from "../contract-document.ts";
import { type Html, html } from "../html.ts";
import { schemaBody } from "../schemas/members.ts";
import { typeText } from "../schemas/type-text.ts";
import type { Site } from "../site.ts";
import { exampleList } from "./operation-page.ts";

/** Renders the responses of an operation: success expanded, errors collapsed. */
export function responses(site: Site, operation: Operation): Html {
  const all = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolved(site.document, response)] as const,
  );
  return html`<h2 id="responses">Responses</h2>${all.map(
    ([status, response]) =>
      html`<details class="response" id="response-${status}"${status === "200" ? html` open` : html``}><summary><b class="status">${
        status === "default" ? "other" : status
      }</b> <span>${firstSentence(response.description)}</span></summary><div><p>${badge(response)} ${site.markdown.line(response.description)}</p>${headers(
        site,
        response,
      )}${content(site, response, status)}${next(site, response)}</div></details>`,
  )}`;
}

const firstSentence = (text = "") => text.split(/(?<=\.)\s/)[0]?.replaceAll("`", "") ?? "";

function headers({ document, markdown }: Site, { headers: all = {} }: Response): Html {
  const rows = Object.entries(all).map(([name, header]) => [name, resolved(document, header)] as const);
  if (rows.length === 0) return html``;
  return html`<h3>Headers</h3><dl class="members">${rows.map(
    ([name, header]) =>
      html`<dt><code>${name}</code> <span class="type">${header.schema !== undefined && typeText(header.schema)}</span> ${badge(header)}</dt><dd>${markdown.blocks(header.description)}</dd>`,
  )}</dl>`;
}

/** Renders the next calls that a response links to. */
function next({ document, markdown, places }: Site, { links = {} }: Response): Html {
  const shown = Object.values(links).map((one) => resolved(document, one));
  if (shown.length === 0) return html``;
  return html`<h3>Next calls</h3><ul>${shown.map(({ operationId, description }) => {
    const place = places.find(({ operation }) => operation.operationId === operationId);
    return html`<li><a href="~/operations/${operationId}.html">${place?.operation.summary}</a>: ${markdown.line(description)}</li>`;
  })}</ul>`;
}

function content(site: Site, { content: all = {} }: Response, status: string): Html {
  return html`${Object.entries(all).map(([type, { schema, itemSchema, examples = {} }]) => {
    const shown = schema ?? itemSchema;
    const isFile = !/json|text/.test(type);
    return html`<h3>${type}</h3><p>${itemSchema !== undefined && "each event: "}<span class="type">${
      isFile ? "a file" : shown !== undefined && typeText(shown)
    }</span></p>${
      status === "200" &&
      schema !== undefined &&
      !isFile &&
      schemaBody(site, resolved<Schema>(site.document, schema), { id: "reply." })
    }${!isFile && exampleList(site, examples)}`;
  })}`;
}
