/** Reads a call of an operation from the contract: its first request example, or the first that streams. */
export function firstCall(document, { path, method, item, operation, streamed = false }) {
  const resolve = (node) =>
    node?.$ref
      ? node.$ref
          .slice(2)
          .split("/")
          .reduce((at, key) => at[key], document)
      : node;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
  const [mediaType, media] = Object.entries(resolve(operation.requestBody)?.content ?? {})[0] ?? [];
  const bodies = Object.values(media?.examples ?? {}).map((example) => resolve(example)?.value);
  const replies = resolve(operation.responses["200"])?.content ?? {};
  const [replyType = ""] = Object.keys(replies);
  const body = streamed ? bodies.find((one) => one.stream === true) : bodies[0];
  return {
    method: method.toUpperCase(),
    path,
    operationId: operation.operationId,
    mediaType,
    body,
    replyType: streamed ? eventStream : replyType,
    streams: eventStream in replies,
    inPath: parameters.filter((parameter) => parameter.in === "path"),
    headers: parameters.filter((parameter) => parameter.in === "header" && parameter.required),
  };
}

export const multipart = "multipart/form-data";
export const eventStream = "text/event-stream";
export const fileName = "points.csv";
export const isFile = (mediaType) => mediaType !== "" && !/json|text/.test(mediaType);

/** Fills a path with the examples of its parameters. */
export const filledPath = ({ path, inPath }) =>
  inPath.reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example)), path);
