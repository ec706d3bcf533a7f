import { type Place, resolved } from "../contract-document.ts";
import { type Html, html } from "../html.ts";
import type { Site } from "../site.ts";

/**
 * Renders the form that sends an operation to the mock that serves the page. It is hidden otherwise; the page's script
 * fills in the key and the examples.
 */
export function tryIt({ document }: Site, { method, path, operation, parameters }: Place): Html {
  const content = Object.entries(operation.requestBody?.content ?? {});
  const data = JSON.stringify({ method, path });
  return html`<section class="try-it" aria-labelledby="try-it">
<h2 id="try-it">Try it</h2>
<p class="elsewhere">Start the mock and open its <code>/docs</code> to send requests from this page.</p>
<form data-try="${data}" hidden>
<label><span>API key</span><input name="key" autocomplete="off" spellcheck="false"></label>
${parameters.map(
  (one) =>
    html`<label><span>${one.name}${one.required === true ? "" : " (optional)"}</span><input data-in="${one.in}" name="${one.name}" value="${
      one.required === true ? String(one.example ?? "") : ""
    }" placeholder="${String(one.example ?? "")}"${one.required === true ? html` required` : html``}></label>`,
)}
${
  content.length > 0 &&
  html`<label><span>Example</span><select name="example">${content.map(
    ([type, { examples = {} }]) =>
      html`<optgroup label="${type}">${Object.entries(examples).map(
        ([name, example]) =>
          html`<option value="${name}" data-type="${type}">${resolved(document, example).summary ?? name}</option>`,
      )}</optgroup>`,
  )}</select></label>
<label><span>Body</span><textarea name="body" rows="10" spellcheck="false"></textarea></label>
<label class="file" hidden><span>File (a small one is sent if you choose none)</span><input type="file" name="file"></label>`
}
<p class="buttons"><button type="submit" class="send">Send</button> <button type="button" class="stop" hidden>Stop</button> <button type="button" class="clear" hidden>Clear</button></p>
</form>
<p class="outcome" role="status"></p>
<div class="reply" tabindex="0" role="group" aria-label="Reply" hidden></div>
</section>`;
}
