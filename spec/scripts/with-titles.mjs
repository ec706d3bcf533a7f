/**
 * Adds titles in words, made from their names, to a bundle's component schemas. Tools that show schemas by title (variants
 * of a union, dereferenced documents) then show `Message text block`.
 */
export function withTitles({ components, ...document }) {
  const titled = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    { title: writeTitle(name), ...schema },
  ]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(titled) } };
}

/** `ChatResponseFormatJsonObject` becomes `Chat response format JSON object`. */
function writeTitle(name) {
  const words = name.match(/[A-Z][a-z0-9]*/g) ?? [name];
  const text = words.map((word) => (/^(Json|Url)$/.test(word) ? word.toUpperCase() : word.toLowerCase())).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
