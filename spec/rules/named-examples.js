/** Spectral function: every media type of an operation's request and responses has a named example. */
export default function namedExamples(operation, _options, { path }) {
  if (operation?.responses === undefined) return [];
  const bodies = Object.entries(operation.responses).map(([status, response]) => [["responses", status], response]);
  if (operation.requestBody !== undefined) bodies.push([["requestBody"], operation.requestBody]);
  return bodies.flatMap(([place, body]) =>
    Object.entries(body?.content ?? {})
      .filter(([, media]) => Object.keys(media.examples ?? {}).length === 0)
      .map(([mediaType]) => ({
        message: `${operation.operationId}: ${place.join(" ")} as ${mediaType} must have a named example.`,
        path: [...path, ...place, "content", mediaType],
      })),
  );
}
