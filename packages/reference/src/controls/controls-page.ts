import { jsonBlock } from "../code-block.ts";
import { html } from "../html.ts";
import type { Page } from "../page-frame.ts";
import { schemaLink } from "../schemas/type-text.ts";
import type { Site } from "../site.ts";
import { controlsPreview } from "./controls-preview.ts";

/** Renders the guide to setting controls: the kinds, and one definition beside its preview. */
export function controlsPage(site: Site): Page {
  const { schemas } = site.document.components;
  const kinds = (schemas.SettingControl?.oneOf ?? []).map(({ $ref = "" }) => $ref.slice($ref.lastIndexOf("/") + 1));
  const example = site.examples.get("ParameterControls");
  const constants = kinds.map((name) => String(schemas[name]?.properties?.control?.const ?? ""));
  const body = html`<h1>Setting controls</h1>
<div class="prose"><p>A bot describes the parameters that a user may set with ${schemaLink("ParameterControls")}. A client shows the controls and sends the chosen values in <code>parameters</code> of a ${schemaLink("ProtocolMessage")}.</p></div>
<h2 id="kinds">The kinds of controls</h2>
<div class="table"><table><thead><tr><th>Control</th><th>Description</th></tr></thead><tbody>${kinds.map(
    (name, index) =>
      html`<tr><td><a href="~/schemas/${name}.html"><code>${constants[index]}</code></a></td><td>${site.markdown.line(schemas[name]?.description?.split(/(?<=\.)\s/)[0])}</td></tr>`,
  )}</tbody></table></div>
<h2 id="example">An example</h2><p>Change a control to see hidden ones appear and the parameters change.</p>
<div class="columns even"><section class="preview" aria-label="As a user sees it">${controlsPreview(example)}</section><div>${jsonBlock(example, "The definition")}</div></div>`;
  return {
    path: "controls.html",
    title: "Setting controls",
    kind: "Guide",
    section: "controls.html",
    description: "The controls with which a user sets the parameters of a bot.",
    words: ["parameters", "settings", ...constants],
    body,
  };
}
