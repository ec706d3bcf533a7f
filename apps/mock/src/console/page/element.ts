import { visible } from "./visible.js";

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
  made.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return made;
}
