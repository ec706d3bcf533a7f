/**
 * Redocly decorator: gives each component schema a title in words, made from its name. Where a tool shows a schema by its
 * title (the variants of a union, a document with its references resolved), readers see `Message text block`, not a type
 * name or nothing.
 */
export const schemaTitles = () => ({
  Root: {
    leave({ components }) {
      for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
        components.schemas[name] = { title: titleOf(name), ...schema };
      }
    },
  },
});

/** `ChatResponseFormatJsonObject` becomes `Chat response format JSON object`. */
export function titleOf(name) {
  const words = name.match(/[A-Z][a-z0-9]*/g) ?? [name];
  const text = words.map((word) => (/^(Json|Url)$/.test(word) ? word.toUpperCase() : word.toLowerCase())).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
