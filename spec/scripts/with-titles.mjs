/**
 * Returns a bundle whose component schemas have titles in words, made from their names. Where a tool shows a schema by its
 * title (the variants of a union, a document with its references resolved), readers see `Message text block`, not a type
 * name or nothing.
 */
export function withTitles({ components, ...document }) {
  const titled = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    { title: titleOf(name), ...schema },
  ]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(titled) } };
}

/** `ChatResponseFormatJsonObject` becomes `Chat response format JSON object`. */
function titleOf(name) {
  const words = name.match(/[A-Z][a-z0-9]*/g) ?? [name];
  const text = words.map((word) => (/^(Json|Url)$/.test(word) ? word.toUpperCase() : word.toLowerCase())).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
