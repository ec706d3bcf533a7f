/** A piece of a page that is already escaped. */
export interface Html {
  readonly markup: string;
}

type Content = Html | string | number | undefined | false | readonly Content[];

/** Makes a piece of a page; what is filled in is escaped unless it is a piece itself. */
export function html(strings: TemplateStringsArray, ...contents: Content[]): Html {
  const markup = strings.map((text, index) => (index === 0 ? text : markupOf(contents[index - 1]) + text)).join("");
  return { markup };
}

/** Takes markup as it is. */
export const raw = (markup: string): Html => ({ markup });

/** Escapes a text for an element's content and for an attribute in double quotes. */
export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function markupOf(content: Content): string {
  if (content === undefined || content === false) return "";
  if (Array.isArray(content)) return content.map(markupOf).join("");
  if (typeof content === "object") return (content as Html).markup; // Array.isArray does not narrow a readonly array
  return escapeText(String(content));
}

/** Joins pieces, with another between each two. */
export function joined(pieces: readonly Html[], between: string): Html {
  return { markup: pieces.map(({ markup }) => markup).join(escapeText(between)) };
}

/** The name of a heading in an address. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
