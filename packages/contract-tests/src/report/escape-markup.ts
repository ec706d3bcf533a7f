import { visible } from "./clean.js";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** The text for an element or a quoted attribute of HTML or XML. Characters that XML can't carry are spelled out. */
export function escapeMarkup(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
