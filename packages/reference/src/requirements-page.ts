import { html, joined } from "./html.ts";
import type { Page } from "./page-frame.ts";
import type { Site } from "./site.ts";

const keepers: Record<string, string> = {
  contract: "contract",
  mock: "mock",
  sdk: "SDK",
  check: "contract tests",
};

/** Renders the requirement matrix: every statement of the specification, and its places in the contract. */
export function requirementsPage(site: Site): Page {
  const rows = site.requirements.map(({ id, says, on, contract, ...row }) => {
    const places = new Map(contract.flatMap((pointer) => findPages(site, pointer)));
    const links = [...places].map(([path, name]) => html`<a href="~/${path}">${name}</a>`);
    const where = links.length > 0 ? joined(links, ", ") : html`${"elsewhere" in row && String(row.elsewhere)}`;
    return html`<tr id="${id}"><th scope="row"><a href="#${id}">${id}</a></th><td>${says}</td><td>${where}</td><td>${on.map((one) => keepers[one] ?? one).join(", ")}</td></tr>`;
  });
  const body = html`<h1>Requirement matrix</h1>
<p>Every statement of the service's specification, with its places in this reference and the packages that implement or check it. For contributors to the contract.</p>
<div class="table"><table class="matrix"><thead><tr><th>Row</th><th>Statement</th><th>Places</th><th>Kept by</th></tr></thead><tbody>${rows}</tbody></table></div>`;
  return {
    path: "requirements.html",
    title: "Requirement matrix",
    kind: "Guide",
    section: "requirements.html",
    description: "Every statement of the specification, with its places in the contract.",
    words: ["requirements", "specification", "provenance"],
    body,
  };
}

/** Returns the pages, with names, that show the element at a pointer of the contract. */
function findPages(site: Site, pointer: string): [path: string, name: string][] {
  const [, section, kind = "", name = ""] = pointer
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const operation = (id: string): [string, string] => [`operations/${id}.html`, id];
  if (section === "paths")
    return site.places.filter(({ path }) => path === kind).map((place) => operation(place.operation.operationId));
  if (section !== "components") return [["index.html", "Overview"]];
  if (kind === "schemas") return [[`schemas/${name}.html`, name]];
  if (kind === "securitySchemes") return [["index.html#authentication", "Authentication"]];
  return (site.users.components.get(`#/components/${kind}/${name}`) ?? []).map(operation);
}
