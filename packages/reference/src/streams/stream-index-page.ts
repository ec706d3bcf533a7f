import { externalLink } from "../external-link.ts";
import { html } from "../html.ts";
import { samples, selectStreamSamples } from "../operations/samples.ts";
import type { Page } from "../page-frame.ts";
import type { Site } from "../site.ts";
import { dialectNames, dialects } from "./dialects.ts";

/** Renders the page on reading event streams. */
export function streamIndexPage(site: Site): Page {
  const names = dialects.map(({ dialect, operation }) => {
    const place = site.places.find((one) => one.operation.operationId === operation);
    return html`<tr><td><a href="~/streams/${dialect}.html">${dialectNames[dialect]}</a></td><td><code>${place?.method} ${place?.path}</code></td><td>${site.markdown.line(firstSentence(dialect))}</td></tr>`;
  });
  const chat = site.places.find(({ operation }) => operation.operationId === "createChatCompletion");
  const body = html`<h1>How to read an event stream</h1>
<div class="prose"><p>A streamed reply is one HTTP response of the media type <code>text/event-stream</code> that stays open. Its body is a sequence of events. Lines of an event begin with a field name and a colon; an empty line ends the event.</p>
<ul><li><code>data:</code> holds the event's payload, which is JSON. Join several such lines with line breaks.</li>
<li><code>event:</code> holds the event's name, if the interface uses names.</li>
<li>A line that begins with a colon is a comment and keeps the connection open. Skip it.</li>
<li>A chunk of the body may end anywhere, even inside a line or a character. Collect bytes until an empty line arrives.</li>
<li>Lines end with LF or with CRLF.</li></ul>${externalLink(site.document.externalDocs)}</div>
${samples(selectStreamSamples(chat?.operation["x-codeSamples"]))}
<h2 id="success">Detect success</h2>
<div class="prose"><p>Status 200 means that the reply has started, not that it is complete. A stream is complete when the final event of its dialect has arrived. A stream that stops earlier was cut off, and one with an error event has failed; its text is not the whole answer.</p>
<p>A refused request has an error status and a JSON body, as without a stream.</p></div>
<h2 id="dialects">Four dialects</h2>
<div class="table"><table class="stacked"><thead><tr><th>Interface</th><th>Request</th><th>Summary</th></tr></thead><tbody>${names}</tbody></table></div>`;
  return {
    path: "streams/index.html",
    title: "How to read an event stream",
    kind: "Guide",
    section: "streams",
    description: "The format of event streams, reading them, and detecting success.",
    words: ["sse", "streaming", "server-sent events", "done"],
    body,
  };
}

function firstSentence(dialect: string): string {
  return dialects.find((grammar) => grammar.dialect === dialect)?.description.split(/(?<=\.)\s/)[0] ?? "";
}
