/** Escaped markup. */
export interface Html {
  readonly markup: string;
}

type Content = Html | string | number | undefined | false | readonly Content[];

/** Template tag for markup; escapes values that are not markup themselves. */
export function html(strings: TemplateStringsArray, ...contents: Content[]): Html {
  const markup = strings.map((text, index) => (index === 0 ? text : toMarkup(contents[index - 1]) + text)).join("");
  return { markup };
}

/** Marks text as markup, unescaped. */
export const raw = (markup: string): Html => ({ markup });

/** Escapes a text for an element's content and for an attribute in double quotes. */
export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function toMarkup(content: Content): string {
  if (content === undefined || content === false) return "";
  if (Array.isArray(content)) return content.map(toMarkup).join("");
  if (typeof content === "object") return (content as Html).markup; // Array.isArray does not narrow a readonly array
  return escapeText(String(content));
}

/** Joins markup with a separator. */
export function joined(pieces: readonly Html[], between: string): Html {
  return { markup: pieces.map(({ markup }) => markup).join(escapeText(between)) };
}

/** Returns the id of a heading. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
