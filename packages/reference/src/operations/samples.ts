import { codeBlock } from "../code-block.ts";
import type { Sample } from "../contract-document.ts";
import { type Html, html } from "../html.ts";

const languages: Record<string, "shell" | "typescript" | "python"> = {
  Shell: "shell",
  TypeScript: "typescript",
  Python: "python",
};

/** Renders samples one below the other; the page's script turns them into tabs. */
export function samples(all: readonly Sample[] = []): Html {
  return html`<section class="samples" id="samples" aria-label="Samples" data-tabs>${all.map(
    ({ lang, label, source }) => {
      const code = codeBlock({ code: source.trimEnd(), label, language: languages[lang] ?? "text" });
      return html`<div data-tab="${label}">${code}</div>`;
    },
  )}</section>`;
}

/** Returns the samples that read a stream: those labelled so, or all if the operation only streams. */
export function selectStreamSamples(all: readonly Sample[] = []): Sample[] {
  const streamed = all.filter(({ label }) => label.endsWith(", streamed"));
  return streamed.length > 0 ? streamed : [...all];
}
