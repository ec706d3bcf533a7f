import { Marked, type Tokens } from "marked";
import { escapeText, type Html, raw, slug } from "./html.ts";

/** Renders the contract's Markdown. */
export interface Markdown {
  /** Renders paragraphs, tables and headings. */
  blocks(text: string | undefined): Html;
  /** Renders a description of one line, without a paragraph. */
  line(text: string | undefined): Html;
}

/**
 * Creates a renderer of the contract's descriptions. Headings go one level down, because pages have their own. Names of
 * schemas in backticks, and of operations in links, link to their pages.
 */
export function createMarkdown(schemaNames: ReadonlySet<string>): Markdown {
  const marked = new Marked({
    renderer: {
      heading(token) {
        const level = Math.min(token.depth + 1, 6);
        return `<h${level} id="${slug(token.text)}">${this.parser.parseInline(token.tokens)}</h${level}>\n`;
      },
      link(token) {
        return `<a href="${escapeText(resolveLink(token.href))}">${this.parser.parseInline(token.tokens)}</a>`;
      },
      codespan({ text }) {
        const code = `<code>${escapeText(text).replaceAll("/", "/<wbr>")}</code>`;
        return schemaNames.has(text) ? `<a href="~/schemas/${text}.html">${code}</a>` : code;
      },
      table(token) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("\n");
        const kind = token.header.length > 2 ? ' class="stacked"' : "";
        return `<div class="table"><table${kind}><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      html: ({ text }) => escapeText(text),
    },
  });
  return {
    blocks: (text = "") => raw(marked.parse(text, { async: false })),
    line: (text = "") => raw(marked.parseInline(text, { async: false })),
  };
}

function resolveLink(href: string): string {
  const operation = /^#operation\/(\w+)$/.exec(href)?.[1];
  if (operation !== undefined) return `~/operations/${operation}.html`;
  return href.startsWith("#section/") ? `~/index.html#${slug(href.slice("#section/".length))}` : href;
}
