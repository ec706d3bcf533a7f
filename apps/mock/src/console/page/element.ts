type Attribute = string | number | boolean | undefined;

/**
 * Makes an element. A string among the children becomes text and never markup, whatever is in it, with nothing hidden in
 * it; an attribute that is false or undefined is left out.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, Attribute> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(attribute, value === true ? "" : String(value));
  }
  made.append(...children.map((child) => (typeof child === "string" ? escapeInvisible(child) : child)));
  return made;
}

/** Control characters but tab and line ends, those that turn the order of a text around, and blanks of no width. */
const unseen = /(?![\t\n\r])\p{Cc}|\p{Bidi_Control}|[\u200b\u2028\u2029\u2060\ufeff]/gu;

/** A text in which nothing hides: a character that can't be seen is written as JSON writes it, `\u202e`. */
function escapeInvisible(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
