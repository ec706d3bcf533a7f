import type { Grammar } from "@model-access/contract";
import { codeBlock } from "../code-block.ts";
import { type Example, type Place, type Response, resolved } from "../contract-document.ts";
import { type Html, html, joined } from "../html.ts";
import { exampleList } from "../operations/operation-page.ts";
import { samples, selectStreamSamples } from "../operations/samples.ts";
import type { Page } from "../page-frame.ts";
import { schemaLink } from "../schemas/type-text.ts";
import type { Site } from "../site.ts";
import { brokenStreams } from "./broken-streams.ts";
import { dialectNames } from "./dialects.ts";
import { findFollowers, firstKinds, lastKinds } from "./followers.ts";
import { describeEvent, explainSteps, findPayloadSchema, scopeNames } from "./steps.ts";

/** Renders the page of one dialect of event streams. */
export function streamPage(site: Site, grammar: Grammar): Page {
  const { dialect, operation } = grammar;
  const name = `${dialectNames[dialect]} event stream`;
  const place = site.places.find((one) => one.operation.operationId === operation);
  const transcripts = place === undefined ? {} : readTranscripts(site, place);
  const [first] = Object.values(transcripts);
  const transcript = first?.serializedValue ?? "";
  const body = html`
<p class="kind"><a href="~/streams/index.html">Event streams</a></p>
<h1>${name}</h1>
<p class="summary">Sent by <a href="~/operations/${operation}.html">${place?.operation.summary}</a></p>
<div class="prose">${site.markdown.blocks(grammar.description)}</div>
<h2 id="rules">Rules</h2>${rules(grammar)}
<h2 id="read">Samples</h2>${samples(selectStreamSamples(place?.operation["x-codeSamples"]))}
<h2 id="steps">Step by step</h2><p>${first?.summary}. ${first?.description}</p>
<ol class="steps">${explainSteps(site.document, grammar, transcript).map(
    ({ kind, text, says }, index) =>
      html`<li>${kind !== undefined ? html`<a href="#${kind}"><code>${kind}</code></a> ` : html``}<span>${site.markdown.line(says)}</span><pre tabindex="0" role="group" aria-label="Event ${index + 1}"><code>${text}</code></pre></li>`,
  )}</ol>
<h2 id="events">Order of events</h2>
${grammar.dialect === "chat" && html`<p>The events have no names; recognise each by its content.</p>`}<p>The first event is ${kindLinks(firstKinds(grammar), " or ")}.</p>
<dl class="members">${Object.keys(grammar.events).map((kind) => eventEntry(site, grammar, kind))}</dl>
<h2 id="broken">Broken streams</h2>
<p>Treat each of these as a failed reply, regardless of its text.</p>
${brokenStreams(grammar, transcript).map(
  ({ title, shown, says }) =>
    html`<section class="broken"><h3>${title}</h3>${codeBlock({ code: shown.join("\n\n"), label: "The last events" })}<p><b>Fault:</b> ${site.markdown.line(says)}</p></section>`,
)}
<h2 id="transcripts">Whole transcripts</h2>${exampleList(site, transcripts)}`;
  return {
    path: `streams/${dialect}.html`,
    title: name,
    kind: "Event stream",
    section: "streams",
    description: grammar.description,
    words: [...grammar.kinds.map(({ kind }) => kind), "sse", "streaming", "transcript"],
    body,
  };
}

function readTranscripts({ document }: Site, { operation }: Place): Record<string, Example> {
  const reply = resolved<Response | undefined>(document, operation.responses["200"]);
  const examples = Object.entries(reply?.content?.["text/event-stream"]?.examples ?? {});
  return Object.fromEntries(examples.map(([name, example]) => [name, resolved(document, example)]));
}

const eventLines = {
  required: "Each event has a line `event:` with its name.",
  optional: "An event may have a line `event:`; use the data to recognise it.",
  forbidden: "Events have no line `event:`.",
};
const doneMarkers = {
  required: "`data: [DONE]` comes last.",
  optional: "`data: [DONE]` may come last.",
  forbidden: "There is no `[DONE]`.",
};

function rules(grammar: Grammar): Html {
  const ends = kindLinks(lastKinds(grammar), " or ");
  return html`<ul><li>${marked(eventLines[grammar.eventLine])}</li><li>It ends with ${ends}. ${marked(doneMarkers[grammar.doneMarker])}</li>
<li>A stream that stops earlier was cut off: the reply is incomplete, even if its text looks complete.</li>
${grammar.unknown === "allowed" && html`<li>Skip events of unknown kinds; later versions may add some.</li>`}
${grammar.increasing !== undefined && html`<li><code>${grammar.increasing.slice(1)}</code> increases by one with each event.</li>`}
${
  grammar.constant !== undefined &&
  html`<li>The same in every event that has it: ${joined(
    grammar.constant.map((pointer) => html`<code>${String(pointer).slice(1).replaceAll("/", ".")}</code>`),
    ", ",
  )}.</li>`
}</ul>`;
}

/** Describes the content of a kind of event, for streams whose events have no names. */
function describeContent(grammar: Grammar, kind: string): Html {
  if (grammar.dialect !== "chat") return html``;
  const { has, empty } = grammar.kinds.find((one) => one.kind === kind)?.when ?? {};
  const member = (pointer: string) =>
    `\`${pointer
      .slice(1)
      .replaceAll(/\/(\d+)/g, "[$1]")
      .replaceAll("/", ".")}\``;
  const says = [
    ...[has ?? []].flat().map((one) => `It has ${member(one)}.`),
    ...[empty ?? []].flat().map((one) => `Its ${member(one)} is empty.`),
  ];
  return html`<p>${marked(says.join(" "))}</p>`;
}

/** Renders text in backticks as code. */
const marked = (text: string): Html =>
  html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

function eventEntry(site: Site, grammar: Grammar, kind: string): Html {
  const { scope, kinds, isClosed, isEnd } = findFollowers(grammar, kind);
  const payload = findPayloadSchema(site.document, grammar, kind);
  const where = (scopeNames[scope ?? ""] ?? scope ?? "").replace(/^the | of item$/g, "");
  const lead = where === "" ? "It may be followed by" : `In the same ${where} it may be followed by`;
  const links = kinds.length > 0 ? html`<p>${lead} ${kindLinks(kinds, ", ")}.</p>` : html``;
  const closed = isClosed && html`<p>This closes it; the events around it continue.</p>`;
  return html`<dt id="${kind}"><code>${kind}</code> <span class="type">${payload !== undefined && schemaLink(payload)}</span></dt><dd><p>${site.markdown.line(
    describeEvent(site.document, grammar, kind),
  )}</p>${describeContent(grammar, kind)}${isEnd && html`<p>${marked(grammar.doneMarker === "required" ? "`[DONE]` may follow." : "The stream may end here.")}</p>`}${links}${closed}</dd>`;
}

const kindLinks = (kinds: readonly string[], between: string): Html =>
  joined(
    kinds.map((kind) => html`<a href="#${kind}"><code>${kind}</code></a>`),
    between,
  );
