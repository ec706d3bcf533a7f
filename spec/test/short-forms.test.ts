// @module-tag socket
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { redocly } from "../scripts/redocly.mjs";
import type { Node } from "./source-files.ts";

const folder = mkdtempSync(join(tmpdir(), "model-access-short-forms-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A source with every short form. */
const files: Record<string, object> = {
  "openapi.yaml": {
    openapi: "3.2.0",
    info: { title: "Example", version: "1.0.0" },
    paths: { "/v1/chat": { $ref: "chat/paths/createChat.yaml" } },
  },
  "chat/paths/createChat.yaml": {
    post: {
      operationId: "createChat",
      responses: {
        "200": { $ref: "../responses/ChatReply.yaml" },
        "403": { $ref: "../responses/ChatForbidden.yaml" },
        "x-refusals": { $ref: "../../shared/groups/refusals.yaml" },
      },
    },
  },
  "chat/responses/ChatReply.yaml": {
    description: "Done.",
    content: {
      "application/json": { schema: { $ref: "../schemas/Chat.yaml" }, examples: ["chat"] },
      "text/event-stream": { itemSchema: { $ref: "../schemas/ChatEvent.yaml" } },
      "application/jsonl": { itemSchema: { $ref: "../schemas/ChatLine.yaml" } },
    },
  },
  "chat/responses/ChatForbidden.yaml": { description: "Of its own." },
  "chat/examples/chat.yaml": { value: { id: "1" } },
  "chat/schemas/Chat.yaml": {
    "x-provenance": "stated",
    "x-members-provenance": "observed",
    type: "object",
    properties: {
      id: { description: "Id.", type: "string" },
      role: { "x-provenance": "stated", const: "assistant" },
      index: { $ref: "../groups/members.yaml#/index" },
      part: { $ref: "./ChatPart.yaml", "x-provenance": "inferred" },
    },
  },
  "chat/groups/members.yaml": { index: { type: "integer", minimum: 0 } },
  "chat/schemas/ChatPart.yaml": {
    anyOf: [{ $ref: "./ChatText.yaml" }, { $ref: "./ChatImage.yaml" }, { "x-open-variant": true }],
  },
  "chat/schemas/ChatText.yaml": { type: "object", properties: { type: { const: "text" } } },
  "chat/schemas/ChatImage.yaml": { type: "object", properties: { type: { const: "image" } } },
  "chat/schemas/ChatEvent.yaml": {
    "x-event-line": "required",
    "x-events": { text: { $ref: "./ChatText.yaml" } },
    anyOf: [{ title: "Another", "x-open-variant": true }],
  },
  "chat/schemas/ChatLine.yaml": {
    "x-event-line": "optional",
    "x-events": { image: { $ref: "./ChatImage.yaml" } },
    anyOf: [{ title: "end" }, { title: "Another", "x-open-variant": true }],
  },
  "shared/groups/refusals.yaml": {
    "401": { $ref: "../responses/Unauthorized.yaml" },
    "403": { $ref: "../responses/Forbidden.yaml" },
  },
  "shared/responses/Unauthorized.yaml": { description: "No key." },
  "shared/responses/Forbidden.yaml": { description: "Shared." },
};

let bundle: Node;

beforeAll(() => {
  const spec = fileURLToPath(new URL("..", import.meta.url));
  const { extends: _, ...settings } = parse(readFileSync(join(spec, "redocly.yaml"), "utf8"));
  write("redocly.yaml", { ...settings, plugins: [join(spec, "plugins/model-access.mjs")] });
  for (const [file, content] of Object.entries(files)) write(file, content);
  bundle = JSON.parse(redocly(["bundle", "openapi.yaml", "--ext=json"], { cwd: folder }));
});

function write(file: string, content: object) {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), stringify(content));
}

test("an operation has the refusals of its group, except for its own statuses", () => {
  expect(bundle.paths["/v1/chat"].post.responses).toEqual({
    "200": { $ref: "#/components/responses/ChatReply" },
    "401": { $ref: "#/components/responses/Unauthorized" },
    "403": { $ref: "#/components/responses/ChatForbidden" },
  });
});

test("an example is found by its name", () => {
  const { examples } = bundle.components.responses.ChatReply.content["application/json"];

  expect(examples).toEqual({ chat: { $ref: "#/components/examples/chat" } });
  expect(bundle.components.examples.chat).toEqual({ value: { id: "1" } });
});

test("a member has the default provenance, unless it has its own or that of its schema", () => {
  expect(bundle.components.schemas.Chat).toEqual({
    "x-provenance": "stated",
    type: "object",
    properties: {
      id: { description: "Id.", "x-provenance": "observed", type: "string" },
      role: { type: "string", const: "assistant" },
      index: { "x-provenance": "observed", type: "integer", minimum: 0 },
      part: { $ref: "#/components/schemas/ChatPart", "x-provenance": "inferred" },
    },
  });
});

test("an open variant excludes the types of the variants beside it", () => {
  expect(bundle.components.schemas.ChatPart.anyOf).toEqual([
    { $ref: "#/components/schemas/ChatText" },
    { $ref: "#/components/schemas/ChatImage" },
    {
      "x-open-variant": true,
      type: "object",
      required: ["type"],
      properties: { type: { type: "string", not: { enum: ["text", "image"] } } },
    },
  ]);
});

const json = (contentSchema: object) => ({ type: "string", contentMediaType: "application/json", contentSchema });

test("an event with a required event line is identified by it", () => {
  expect(bundle.components.schemas.ChatEvent).toEqual({
    anyOf: [
      {
        title: "text",
        type: "object",
        required: ["event", "data"],
        properties: {
          event: { type: "string", const: "text" },
          data: json({ $ref: "#/components/schemas/ChatText" }),
        },
      },
      {
        title: "Another",
        "x-open-variant": true,
        type: "object",
        required: ["event", "data"],
        properties: { event: { type: "string", not: { enum: ["text"] } }, data: { type: "string" } },
      },
    ],
  });
});

test("an event with an optional event line is identified by the type of its payload", () => {
  const { anyOf } = bundle.components.schemas.ChatLine;

  expect(anyOf.map(({ title, required }: Node) => [title, required])).toEqual([
    ["image", ["data"]],
    ["end", undefined],
    ["Another", ["data"]],
  ]);
  expect(anyOf[2].properties.data).toEqual(
    json({ type: "object", required: ["type"], properties: { type: { type: "string", not: { enum: ["image"] } } } }),
  );
});

test.each([
  [
    "chat/schemas/ChatPart.yaml",
    { anyOf: [{ type: "string" }, { "x-open-variant": true }] },
    "No variant has a constant type",
  ],
  [
    "chat/schemas/ChatText.yaml",
    { properties: { index: { $ref: "../groups/members.yaml#/index", description: "Another." } } },
    "index stands for a shared member and has fields of its own",
  ],
  ["chat/schemas/ChatEvent.yaml", { "x-event-line": "always", "x-events": {} }, 'x-event-line is "always"'],
  [
    "chat/responses/ChatReply.yaml",
    { description: "Done.", content: { "application/json": { examples: ["nosuch"] } } },
    "chat/examples/nosuch.yaml",
  ],
  [
    "chat/paths/createChat.yaml",
    { post: { responses: { "x-refusals": { $ref: "../groups/nosuch.yaml" } } } },
    "chat/groups/nosuch.yaml",
  ],
])("names the file %s when it has a wrong short form", (file, content, words) => {
  write(file, content);

  let said = "";
  try {
    redocly(["bundle", "openapi.yaml", "--ext=json"], { cwd: folder });
  } catch (error) {
    said = String(error);
  }
  write(file, files[file] ?? {});

  expect(said).toContain(words);
  expect(said).toContain(`${file}:`);
});
