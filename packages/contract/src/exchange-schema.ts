const bytes = {
  type: "object",
  properties: {
    text: { type: "string" },
    base64: { type: "string", pattern: "^[A-Za-z0-9+/]*={0,2}$" },
    omittedBytes: { type: "integer", minimum: 0 },
  },
  oneOf: [{ required: ["text"] }, { required: ["base64"] }],
};

const ms = { type: "number", minimum: 0 };
const headers = {
  type: "array",
  items: {
    type: "array",
    prefixItems: [{ type: "string", minLength: 1 }, { type: "string" }],
    minItems: 2,
    maxItems: 2,
  },
};

/** JSON Schema (2020-12) of one line of the exchange format. Additional members are allowed. */
export const exchangeSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "ExchangeRecord",
  type: "object",
  required: ["format", "id", "at", "request"],
  properties: {
    format: { const: "model-access-exchange/1" },
    id: { type: "string", minLength: 1 },
    at: { type: "string", format: "date-time" },
    operationId: { type: "string" },
    request: {
      type: "object",
      required: ["method", "target", "headers"],
      properties: {
        method: { type: "string", pattern: "^[A-Z]+$" },
        target: { type: "string", pattern: "^/" },
        headers,
        body: bytes,
      },
    },
    response: {
      type: "object",
      required: ["status", "headers", "headersMs", "chunks", "endMs", "ending"],
      properties: {
        status: { type: "integer", minimum: 100, maximum: 599 },
        headers,
        headersMs: ms,
        chunks: {
          type: "array",
          items: { ...bytes, required: ["atMs"], properties: { ...bytes.properties, atMs: ms } },
        },
        endMs: ms,
        ending: { enum: ["complete", "cut", "reset", "left", "open"] },
      },
    },
    notes: { type: "object" },
  },
};
