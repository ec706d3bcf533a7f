import { escapeText, type Html, html, raw } from "./html.ts";

type Language = "json" | "shell" | "typescript" | "python" | "text";

const token =
  /(?<comment>(?:^|(?<=\s))(?:#|\/\/)[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<word>\b(?:import|from|const|let|await|async|for|of|in|if|new|return|with|as|def|print|true|false|null|True|False|None)\b)|(?<number>\b\d+(?:\.\d+)?\b)/gm;

/** Renders code below its label and a copy button. */
export function codeBlock(options: { code: string; label: string; language?: Language; attributes?: Html }): Html {
  const { code, label, language = "text", attributes = raw("") } = options;
  return html`<figure class="code"${attributes}><figcaption><span>${label}</span><button type="button" class="copy" hidden>Copy</button></figcaption><pre tabindex="0" role="group" aria-label="${label}"><code>${highlight(code, language)}</code></pre></figure>`;
}

/** Shows a value as JSON. */
export const jsonBlock = (value: unknown, label: string, attributes?: Html): Html =>
  codeBlock({
    code: JSON.stringify(value, null, 2),
    label,
    language: "json",
    ...(attributes === undefined ? {} : { attributes }),
  });

function highlight(code: string, language: Language): Html {
  if (language === "text" || language === "shell") return html`${code}`;
  let markup = "";
  let end = 0;
  for (const match of code.matchAll(token)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] ?? "";
    const isName = language === "json" && kind === "string" && /^\s*:/.test(code.slice(match.index + match[0].length));
    markup += `${escapeText(code.slice(end, match.index))}<span class="${isName ? "name" : kind}">${escapeText(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return raw(markup + escapeText(code.slice(end)));
}
