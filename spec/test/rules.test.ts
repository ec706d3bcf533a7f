// @module-tag socket
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

/** A document with one operation that follows every rule. */
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

const keeps: [title: string, change: Change][] = [
  ["a document that breaks no rule", () => {}],
  [
    "an operation without 402 that only reads",
    ({ requestBody: _, ...operation }, document) => {
      delete operation.responses["402"];
      document.paths["/v1/chat"] = { get: operation };
    },
  ],
];

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
    "oas3-parameter-description",
    "a parameter without a description",
    (operation) => (operation.parameters = [{ name: "q", in: "query", schema: { type: "string" } }]),
  ],
  [
    "schema-description",
    "a schema without a description",
    (operation, document) => {
      document.components.schemas = { Chat: { type: "object" } };
      operation.responses["200"].content["application/json"].schema = { $ref: "#/components/schemas/Chat" };
    },
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
    const files = [...keeps, ...breaks.map(([, title, change]) => [title, change] as const)].map(
      ([title, change], index) => {
        const document = cleanDocument();
        change(document.paths["/v1/chat"].post, document);
        const file = join(folder, `${index}.yaml`);
        writeFileSync(file, stringify(document, { aliasDuplicateObjects: false }));
        found.set(title, new Set());
        return { file, title };
      },
    );
    const results: { code: string; source: string }[] = lint(
      require.resolve("@stoplight/spectral-cli/dist/index.js"),
      ["--ruleset=.spectral.yaml", "--quiet", ...files.map(({ file }) => file)],
      root,
    );
    for (const { code, source } of results) {
      const title = files.find(({ file }) => source.endsWith(file))?.title;
      if (title !== undefined) found.get(title)?.add(code);
    }
  });

  test.each(keeps)("finds nothing in %s", (title) => {
    expect([...(found.get(title) ?? [])]).toEqual([]);
  });

  test.each(breaks)("%s finds %s", (rule, title) => {
    expect([...(found.get(title) ?? [])]).toContain(rule);
  });
});

/** Schema files, and the messages of our Redocly rules for each. */
const schemaFiles: [title: string, schema: object, messages: string[]][] = [
  ["takes a file that says where its shape comes from", { "x-provenance": "observed", type: "object" }, []],
  ["takes stated with a row", { "x-provenance": "stated", "x-requirement": ["R2.14"], type: "object" }, []],
  ["refuses a file without provenance", { type: "object" }, ["This file lacks x-provenance"]],
  ["refuses a provenance that is none", { "x-provenance": "guessed", type: "object" }, ['x-provenance is "guessed"']],
  ["takes a keyword's provenance", withKeyword({ minLength: "upstream" }), []],
  [
    "refuses the provenance of a keyword that is not there",
    withKeyword({ minLenght: "upstream" }),
    ['x-keyword-provenance says "upstream" of minLenght'],
  ],
  [
    "refuses a keyword's provenance that is none",
    withKeyword({ minLength: "guessed" }),
    ['x-keyword-provenance says "guessed" of minLength'],
  ],
  ["refuses stated without a row", { "x-provenance": "stated", type: "object" }, ["x-provenance is stated, so"]],
  [
    "refuses stated without a row on a property",
    {
      "x-provenance": "observed",
      type: "object",
      properties: { id: { "x-provenance": "stated", "x-requirement": [], type: "string" } },
    },
    ["x-provenance is stated, so"],
  ],
  [
    "takes a default for the members, and the mark of one that differs",
    withMembers("observed", { id: { "x-provenance": "stated", type: "string" } }),
    [],
  ],
  [
    "refuses a mark that repeats the members' default",
    withMembers("observed", { id: { "x-provenance": "observed", type: "string" } }),
    ['x-provenance is "observed", as without it'],
  ],
  [
    "refuses a row that the schema around a member names",
    withMembers("observed", { id: { "x-requirement": ["R2.4", "R2.5"], type: "string" } }),
    ["x-requirement names R2.5, which an element around it names"],
  ],
  [
    "refuses a default for the members that repeats that of their schema",
    withMembers("stated", {}),
    ['x-members-provenance is "stated", as without it'],
  ],
  [
    "refuses a mark that repeats that of its file, on a branch too",
    {
      "x-provenance": "observed",
      properties: {
        id: { "x-provenance": "observed", type: "string" },
        name: { anyOf: [{ type: "string" }, { "x-provenance": "observed", type: "null" }] },
      },
    },
    ['x-provenance is "observed", as without it', 'x-provenance is "observed", as without it'],
  ],
  [
    "refuses fields in another order, on a property too",
    {
      type: "object",
      "x-provenance": "observed",
      properties: { id: { type: "string", minLength: 1, title: "Id" } },
    },
    ["x-provenance must come before type", "title must come before type"],
  ],
  [
    "refuses a field that is none",
    { "x-provenance": "observed", type: "string", minLenght: 1 },
    ["minLenght is not a field of a Schema"],
  ],
];

function withMembers(provenance: string, properties: object) {
  return {
    "x-provenance": "stated",
    "x-requirement": ["R2.5"],
    "x-members-provenance": provenance,
    type: "object",
    properties,
  };
}

function withKeyword(provenance: object) {
  return { "x-provenance": "observed", "x-keyword-provenance": provenance, type: "string", minLength: 1 };
}

describe("Redocly", () => {
  const found = new Map<string, string[]>();

  beforeAll(() => {
    const document = cleanDocument();
    document.components.schemas = Object.fromEntries(
      schemaFiles.map((_, index) => [`Schema${index}`, { $ref: `Schema${index}.yaml` }]),
    );
    schemaFiles.forEach(([, schema], index) => {
      writeFileSync(join(folder, `Schema${index}.yaml`), stringify(schema));
    });
    writeFileSync(join(folder, "openapi.yaml"), stringify(document, { aliasDuplicateObjects: false }));
    const configuration = {
      plugins: [join(root, "spec/plugins/model-access.mjs")],
      rules: { "model-access/field-order": "error", "model-access/provenance-present": "error" },
    };
    writeFileSync(join(folder, "redocly.yaml"), stringify(configuration));
    const { problems } = lint(require.resolve("@redocly/cli/bin/cli.js"), ["openapi.yaml"], folder);
    for (const { message, location } of problems) {
      const file = location[0].source.ref;
      found.set(file, [...(found.get(file) ?? []), message]);
    }
  });

  test.each(schemaFiles.map((row, index) => [...row, index] as const))("%s", (_title, _schema, messages, index) => {
    expect(found.get(`Schema${index}.yaml`) ?? []).toEqual(messages.map((text) => expect.stringContaining(text)));
  });
});

/** Runs a linter and returns its report. Throws the linter's output if there is none. */
function lint(program: string, args: string[], cwd: string): Node {
  const { stdout, stderr } = spawnSync(process.execPath, [program, "lint", "--format=json", ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  try {
    return JSON.parse(stdout.slice(stdout.search(/[[{]/)));
  } catch {
    throw new Error(`${program} reported nothing:\n${stdout}${stderr}`);
  }
}
