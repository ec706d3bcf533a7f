import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createMessage } from "@model-access/contract/operations/createMessage";
import { expect, expectTypeOf, test } from "vitest";
import {
  isReplyBody,
  isRequestBody,
  type Message,
  type MessageRequest,
  type OperationId,
  operations,
  validateRequestBody,
} from "../src/index.ts";

const load = createRequire(import.meta.url);
const door = load.resolve("@model-access/contract/bundles/openapi.json");
const dist = dirname(dirname(door));
const request: unknown = { model: "claude-haiku-4.5", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] };

test("narrows a valid request body to its type", () => {
  expect(isRequestBody("createMessage", request)).toBe(true);
  expect(isRequestBody("createMessage", { model: "claude-haiku-4.5" })).toBe(false);
  if (isRequestBody("createMessage", request)) expectTypeOf(request).toEqualTypeOf<MessageRequest>();
});

test("narrows a valid reply to its type", () => {
  const reply: unknown =
    operations.createMessage.responses["200"]?.mediaTypes["application/json"]?.examples.messageTextReply?.value;

  expect(isReplyBody("createMessage", reply)).toBe(true);
  if (isReplyBody("createMessage", reply)) expectTypeOf(reply).toEqualTypeOf<Message>();
});

test("accepts no body for an operation without a JSON body", () => {
  expect(isRequestBody("listModels", {})).toBe(false);
  expect(isReplyBody("downloadVideoContent", {})).toBe(false);
});

test("types operation ids as a union, each a key of the table", () => {
  expectTypeOf<"createMessage">().toMatchTypeOf<OperationId>();
  expectTypeOf(operations.createMessage.operationId).toEqualTypeOf<OperationId>();
  // @ts-expect-error: the contract has no such operation
  expect(() => isRequestBody("createMesage", request)).toThrow("no operation createMesage");
});

test("accepts a Content-Type with parameters and capitals", () => {
  expect(validateRequestBody("createMessage", "Application/JSON; charset=utf-8", request)).toEqual([]);
  expect(() => validateRequestBody("createMessage", "text/html", request)).toThrow("takes no body of type text/html");
});

test("the entry of one operation checks like the whole package", () => {
  const wrong = { ...(request as MessageRequest), temperature: 2 };

  expect(createMessage.isRequestBody(request)).toBe(true);
  expect(createMessage.validateRequestBody("application/json", wrong)).toEqual(
    validateRequestBody("createMessage", "application/json", wrong),
  );
});

test("the entry of one operation is a small part of the package", () => {
  expect(sizeOf("generated/operations/createMessage.js")).toBeLessThan(250_000);
  expect(sizeOf("generated/operations/getBalance.js")).toBeLessThan(60_000);
  expect(sizeOf("generated/operations/createResponse.js")).toBeLessThan(300_000);
  expect(sizeOf("index.js")).toBeLessThan(1_200_000); // 1.7 million before the validators were shortened
});

test("the package is small where it is installed", () => {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

  expect(bytes).toBeLessThan(5_400_000); // 11 million when each entry had its own copy of the validators
});

test("exports every component as a standalone JSON Schema", () => {
  const names = Object.keys(JSON.parse(readFileSync(door, "utf8")).components.schemas);
  const files = readdirSync(join(dist, "schemas"));
  const ajv = new (load("ajv/dist/2020").Ajv2020)({ strict: false, inlineRefs: false, code: { optimize: false } });
  load("ajv-formats").default(ajv);
  for (const format of ["binary", "int32", "int64"]) ajv.addFormat(format, true);

  expect(files.sort()).toEqual(names.map((name) => `${name}.json`).sort());
  for (const file of files) {
    const schema = JSON.parse(readFileSync(join(dist, "schemas", file), "utf8"));
    const validate = ajv.compile(schema);
    for (const example of schema.examples ?? []) expect(validate(example), file).toBe(true);
  }
});

test("exports the 3.2 bundle as JSON too", () => {
  const bundle = JSON.parse(readFileSync(join(dist, "bundles/openapi.3.2.json"), "utf8"));

  expect(bundle.openapi).toMatch(/^3\.2/);
});

/** Returns the size of a module of `dist` with its imports, in bytes. */
function sizeOf(file: string, seen = new Set<string>()): number {
  const path = join(dist, file);
  if (seen.has(path)) return 0;
  seen.add(path);
  const source = readFileSync(path, "utf8");
  const imports = [...source.matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)].map(([, to = ""]) => join(dirname(file), to));
  return source.length + imports.reduce((sum, to) => sum + sizeOf(to, seen), 0);
}
