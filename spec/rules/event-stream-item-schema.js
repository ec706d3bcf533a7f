/** Spectral function: every text/event-stream response has an itemSchema. */
export default function eventStreamItemSchema(operation, _options, { path }) {
  return Object.entries(operation?.responses ?? {})
    .filter(([, response]) => {
      const stream = response?.content?.["text/event-stream"];
      return stream !== undefined && stream.itemSchema === undefined;
    })
    .map(([status]) => ({
      message: `${operation.operationId}: the event stream of ${status} must have an itemSchema.`,
      path: [...path, "responses", status, "content", "text/event-stream"],
    }));
}
