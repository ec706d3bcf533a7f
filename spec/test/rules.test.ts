import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import type { Node } from "./source-files.ts";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "model-access-rules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const errorBody = {
  description: "An error.",
  content: { "application/json": { schema: { type: "object" }, examples: { one: { value: {} } } } },
};
const limited = {
  ...errorBody,
  headers: { "Retry-After": { description: "Seconds.", schema: { type: "integer", format: "int32" } } },
};

/** A document with one operation that breaks no rule. */
function cleanDocument(): Node {
  const stream = { itemSchema: { type: "object" }, examples: { one: { serializedValue: "data: {}\n\n" } } };
  const json = { schema: { type: "object" }, examples: { one: { value: {} } } };
  return {
    openapi: "3.2.0",
    info: {
      title: "Example",
      version: "1.0.0",
      description: "An example.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "https://api.model-access.example" }, { url: "http://127.0.0.1:4010" }],
    security: [{ bearerAuth: [] }],
    tags: [{ name: "Chat", description: "Chat." }],
    paths: {
      "/v1/chat": {
        post: {
          operationId: "createChat",
          summary: "Create",
          description: "Creates.",
          tags: ["Chat"],
          requestBody: { required: true, content: { "application/json": structuredClone(json) } },
          responses: {
            "200": { description: "Done.", content: { "application/json": json, "text/event-stream": stream } },
            ...Object.fromEntries(
              ["400", "401", "402", "403", "500", "503"].map((status) => [status, structuredClone(errorBody)]),
            ),
            "429": structuredClone(limited),
          },
        },
      },
    },
    components: { securitySchemes: { bearerAuth: { type: "http", scheme: "bearer", description: "The key." } } },
  };
}

type Change = (operation: Node, document: Node) => void;

const breaks: [rule: string, title: string, change: Change][] = [
  [
    "operation-id-verb-noun",
    "an operationId without a verb",
    (operation) => (operation.operationId = "chatCompletion"),
  ],
  ["documented-statuses", "no 401", (operation) => delete operation.responses["401"]],
  ["documented-statuses", "no 402 on an operation that costs points", (operation) => delete operation.responses["402"]],
  ["documented-statuses", "no 429", (operation) => delete operation.responses["429"]],
  ["documented-statuses", "no 500", (operation) => delete operation.responses["500"]],
  ["documented-statuses", "no 503", (operation) => delete operation.responses["503"]],
  [
    "retry-after-on-429",
    "a 429 with other headers only",
    (operation) =>
      (operation.responses["429"].headers = { "x-wait": { description: "Seconds.", schema: { type: "integer" } } }),
  ],
  ["retry-after-needs-headers", "a 429 without headers", (operation) => delete operation.responses["429"].headers],
  [
    "named-examples",
    "a reply without an example",
    (operation) => delete operation.responses["200"].content["application/json"].examples,
  ],
  [
    "named-examples",
    "a request without an example",
    (operation) => delete operation.requestBody.content["application/json"].examples,
  ],
  [
    "event-stream-item-schema",
    "an event stream without itemSchema",
    (operation) => delete operation.responses["200"].content["text/event-stream"].itemSchema,
  ],
  [
    "no-3.2-only-methods",
    "the method query",
    (operation, document) => (document.paths["/v1/chat"].query = { ...operation, operationId: "queryChat" }),
  ],
  [
    "no-querystring-parameters",
    "a querystring parameter",
    (operation) =>
      (operation.parameters = [
        { name: "q", in: "querystring", description: "Q.", content: { "application/json": { schema: {} } } },
      ]),
  ],
  [
    "owasp:api2:2023-no-api-keys-in-url",
    "a key in the query",
    (_operation, document) =>
      (document.components.securitySchemes.key = { type: "apiKey", in: "query", name: "key", description: "K." }),
  ],
  [
    "servers-by-https",
    "a server over plain http",
    (_operation, document) => (document.servers = [{ url: "http://api.model-access.example" }]),
  ],
  [
    "servers-by-https",
    "a host whose name begins like the loopback address",
    (_operation, document) => (document.servers = [{ url: "http://127.0.0.1.model-access.example" }]),
  ],
  [
    "owasp:api2:2023-write-restricted",
    "a write without a key",
    (operation, document) => Object.assign(document, { security: Object.assign(operation, { security: [] }).security }),
  ],
];

describe("Spectral", () => {
  const found = new Map<string, Set<string>>();

  beforeAll(() => {
    const files = [
      ["clean", (() => {}) as Change] as const,
      ...breaks.map(([, title, change]) => [title, change] as const),
    ].map(([title, change], index) => {
      const document = cleanDocument();
      change(document.paths["/v1/chat"].post, document);
      const file = join(folder, `${index}.yaml`);
      writeFileSync(file, stringify(document, { aliasDuplicateObjects: false }));
      found.set(title, new Set());
      return { file, title };
    });
    const program = join(require.resolve("@stoplight/spectral-cli/package.json"), "../dist/index.js");
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [program, "lint", "--ruleset=.spectral.yaml", "--format=json", "--quiet", ...files.map(({ file }) => file)],
      {
        cwd: root,
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    const results: { code: string; source: string }[] = JSON.parse(
      stdout.slice(stdout.indexOf("[")) || `["${stderr}"]`,
    );
    for (const { code, source } of results) {
      const title = files.find(({ file }) => source.endsWith(file))?.title;
      if (title !== undefined) found.get(title)?.add(code);
    }
  });

  test("finds nothing in a document that breaks no rule", () => {
    expect([...(found.get("clean") ?? [])]).toEqual([]);
  });

  test.each(breaks)("%s finds %s", (rule, title) => {
    expect([...(found.get(title) ?? [])]).toContain(rule);
  });
});

describe("Redocly's provenance-present", () => {
  const lint = (schema: object): string[] => {
    const source = mkdtempSync(join(folder, "source-"));
    mkdirSync(join(source, "schemas"));
    const document = cleanDocument();
    document.components.schemas = { Thing: { $ref: "schemas/Thing.yaml" } };
    writeFileSync(join(source, "openapi.yaml"), stringify(document, { aliasDuplicateObjects: false }));
    writeFileSync(join(source, "schemas/Thing.yaml"), stringify(schema));
    writeFileSync(
      join(source, "redocly.yaml"),
      stringify({
        plugins: [join(root, "spec/plugins/model-access.mjs")],
        rules: { "model-access/provenance-present": "error" },
      }),
    );
    const program = require.resolve("@redocly/cli/bin/cli.js");
    const { stdout } = spawnSync(process.execPath, [program, "lint", "openapi.yaml", "--format=json"], {
      cwd: source,
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off" },
    });
    const { problems }: { problems: { ruleId: string; message: string }[] } = JSON.parse(
      stdout.slice(stdout.indexOf("{")),
    );
    return problems.filter(({ ruleId }) => ruleId === "model-access/provenance-present").map(({ message }) => message);
  };

  test("takes a file that says where its shape comes from", () => {
    expect(lint({ "x-provenance": "observed", type: "object" })).toEqual([]);
    expect(lint({ "x-provenance": "stated", "x-requirement": ["R2.14"], type: "object" })).toEqual([]);
  });

  test("refuses a schema file without provenance", () => {
    expect(lint({ type: "object" })).toEqual([expect.stringContaining("lacks x-provenance")]);
  });

  test("refuses a provenance that is none", () => {
    expect(lint({ "x-provenance": "guessed", type: "object" })).toEqual([expect.stringContaining('is "guessed"')]);
  });

  test("refuses a keyword's provenance that is none, or of a keyword that is not there", () => {
    const typo = {
      "x-provenance": "observed",
      type: "string",
      minLength: 1,
      "x-keyword-provenance": { minLenght: "upstream" },
    };

    expect(lint(typo)).toEqual([expect.stringContaining("x-keyword-provenance says")]);
    expect(lint({ ...typo, "x-keyword-provenance": { minLength: "upstream" } })).toEqual([]);
  });

  test("refuses stated without a requirement row, on a property too", () => {
    const property = {
      type: "object",
      "x-provenance": "observed",
      properties: { id: { "x-provenance": "stated", type: "string" } },
    };

    expect(lint({ "x-provenance": "stated", type: "object" })).toEqual([
      expect.stringContaining("x-requirement must name the rows"),
    ]);
    expect(lint(property)).toEqual([expect.stringContaining("x-requirement must name the rows")]);
  });
});
