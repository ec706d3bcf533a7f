/** Texts that programs trip over. */
export const oddTexts = [
  "Hello",
  "",
  " ",
  "0",
  "8",
  "1280x720",
  "2023-06-01",
  "https://files.example/a.png",
  "data:image/png;base64,iVBORw0KGgo=",
  "data:;base64,%%%",
  "toString",
  "__proto__",
  "\u0000\u001f\u007f\u2028",
  "e\u0301😀",
  "../../etc/passwd",
  "\r\ndata: [DONE]\r\n\r\n",
  "x".repeat(5000),
] as const;

/** JSON schemas that a program which fills schemas trips over. */
export const oddSchemas = [
  {},
  { type: "array", minItems: 1e9, items: {} },
  { type: "string", minLength: 1e9 },
  { type: "string", pattern: "(" },
  { type: "string", pattern: "^(a+)+$" },
  { type: "string", format: "no-such" },
  { type: "number", multipleOf: 0, minimum: 5, maximum: -5 },
  { type: "object", required: ["self"], properties: { self: { $ref: "#" } } },
  { $ref: "#/$defs/nowhere" },
  { $ref: "https://schemas.example/none.json" },
  { type: "no-such" },
  { type: [] },
  { enum: [] },
  { anyOf: [] },
  { allOf: [{ type: "string" }, { type: "number" }] },
  { not: {} },
  { type: "object", properties: null, required: "name" },
  { type: "object", required: ["a", "a", "__proto__", "toString"], minProperties: 1e9 },
  { type: "array", prefixItems: [true, false], uniqueItems: true, minItems: 50, items: { const: 1 } },
] as const;

/** Values of every JSON type, to stand where others are expected. */
export const oddValues = [
  null,
  "",
  0,
  false,
  [],
  {},
  true,
  -1,
  0.5,
  Number.MAX_VALUE,
  2 ** 53,
  "Hello",
  "\ud800",
  [null],
  [[]],
  { type: "no-such" },
  { type: "text", text: 7 },
  { role: "user", content: null },
] as const;

/** Names that an object may have or not have of itself. */
export const oddNames = ["extra", "", "__proto__", "constructor", "toString", "length", "0", "a/b~c"] as const;
