// @module-tag socket
import { execFile, execFileSync } from "node:child_process";
import {
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { root } from "../test/repository-files.ts";
import { copyTree } from "./tree-copy.ts";

/** The packages made from the contract, in groups that build concurrently. */
const builds = [
  ["spec"],
  ["packages/contract", "packages/admin-api"],
  ["packages/sdk", "packages/reference", "packages/contract-tests", "packages/console"],
  ["apps/mock"],
];
const packages = builds.flat();
const copy = copyTree();
const program = join(copy, "program");

beforeAll(async () => {
  addWidgets();
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const path of packages) link(path, readdirSync(join(root, path, "node_modules")));
  link("program", ["@model-access"]);
  for (const group of builds) await Promise.all(group.map(build));
}, 600_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("the types of the contract and of the SDK's raw client have a new operation", () => {
  writeFileSync(
    join(program, "types.ts"),
    `import { isRequestBody, type OperationId, type Widget } from "@model-access/contract";
    import { ModelAccess } from "@model-access/sdk";

    export const id: OperationId = "createWidget";
    export const widget: Widget = { id: "w1", colour: "red" };
    const { raw } = new ModelAccess({ apiKey: "k" });
    const { data } = await raw.GET("/v1/widgets/{widget_id}", { params: { path: { widget_id: "w1" } } });
    export const colour: "red" | "blue" | undefined = data?.colour;
    await raw.POST("/v1/widgets", { body: { colour: "blue" } });
    // @ts-expect-error: an unknown colour
    await raw.POST("/v1/widgets", { body: { colour: "green" } });
    const body: unknown = {};
    if (isRequestBody("createWidget", body)) body.colour satisfies "red" | "blue";\n`,
  );
  const compiler = join(copy, "packages/contract/node_modules/typescript-7/bin/tsc");
  const options = [
    "--noEmit",
    "--strict",
    "--target",
    "es2023",
    "--module",
    "nodenext",
    "--lib",
    "es2023,dom",
    "--skipLibCheck",
  ];

  execFileSync(process.execPath, [compiler, ...options, "types.ts"], { cwd: program, stdio: "inherit" });
});

test("the mock answers it with its example and refuses invalid requests, and the SDK's raw client calls it", () => {
  const printed = run(`
    import { createMock } from "@model-access/mock";
    import { ModelAccess } from "@model-access/sdk";

    const { fetch } = createMock();
    const { raw } = new ModelAccess({ apiKey: "sk-mock-full", baseURL: "http://127.0.0.1", fetch });
    const got = await raw.GET("/v1/widgets/{widget_id}", { params: { path: { widget_id: "w1" } } });
    const made = await raw.POST("/v1/widgets", { body: { colour: "blue" } });
    const refused = await raw.POST("/v1/widgets", { body: { colour: "green" } });
    const limited = await raw.GET("/v1/widgets/{widget_id}", {
      params: { path: { widget_id: "w1" } },
      headers: { prefer: "code=404" },
    });
    console.log(JSON.stringify([got.data, made.data, refused.error, limited.response.status]));`);

  expect(printed).toEqual([
    { id: "w1", colour: "red" },
    { id: "w1", colour: "red" },
    { error: expect.objectContaining({ message: `'colour' is expected to be one of "red", "blue", not "green".` }) },
    404,
  ]);
});

test("the reference has pages of it and its schemas", () => {
  const site = join(copy, "packages/reference/dist/site");
  const page = readFileSync(join(site, "index.html"), "utf8");

  expect(page).toContain("/v1/widgets/{widget_id}");
  expect(readdirSync(join(site, "schemas"))).toEqual(expect.arrayContaining(["Widget.html", "WidgetRequest.html"]));
});

test("the contract tests judge its recorded answers", () => {
  const printed = run(`
    import { exchangeFormat, recordBytes } from "@model-access/contract";
    import { trafficReport } from "@model-access/contract-tests";

    const answer = (id, body) => ({
      format: exchangeFormat,
      id,
      at: "2026-01-01T00:00:00.000Z",
      request: { method: "GET", target: "/v1/widgets/w1", headers: [] },
      response: {
        status: 200,
        headers: [["content-type", "application/json"]],
        headersMs: 1,
        chunks: [{ atMs: 1, ...recordBytes(new TextEncoder().encode(JSON.stringify(body))) }],
        endMs: 2,
        ending: "complete",
      },
    });
    const records = [answer("good", { id: "w1", colour: "red" }), answer("broken", { id: "w1", colour: "green" })];
    const reports = records.map((record) => trafficReport([record], { source: "test" }));
    console.log(JSON.stringify(reports.map(({ rules }) => rules.filter(({ outcome }) => outcome === "fail"))));`);

  expect(printed).toEqual([
    [],
    [
      expect.objectContaining({
        id: "service/other-replies/schema",
        message: expect.stringContaining(`'colour' is expected to be one of "red", "blue", not "green".`),
      }),
    ],
  ]);
});

test("a run of the contract tests calls it: keys, invalid requests, the rate limit", () => {
  const printed = run(`
    import { runContractTests } from "@model-access/contract-tests";
    import { startMock } from "@model-access/mock";

    const mock = await startMock({ latency: "instant" });
    const options = {
      baseURL: mock.baseURL,
      apiKey: "sk-mock-full",
      keys: { lowLimit: "sk-mock-tiny" },
      only: ["models", "create-widget", "get-widget"],
    };
    const takesAnything = async ({ method, url, body, headers: { "content-length": _, ...headers } }) => {
      const isWidget = url.endsWith("/v1/widgets") && headers.authorization?.endsWith("full");
      const response = await fetch(url, { method, headers, body: isWidget ? '{"colour":"red"}' : body });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const pieces = [{ atMs: 2, end: bytes.length }];
      return {
        reply: { status: response.status, rawHeaders: [...response.headers], headAtMs: 1, body: bytes, pieces },
        tookMs: 2,
      };
    };
    const outcomes = ({ rules }) => Object.fromEntries(rules.map(({ id, outcome }) => [id, outcome]));
    const right = outcomes(await runContractTests(options));
    const wrong = outcomes(await runContractTests({ ...options, send: takesAnything }));
    await mock.close();
    console.log(JSON.stringify([right, wrong]));`) as Record<string, string>[];

  const rules = [
    "refused/no-key",
    "refused/wrong-key",
    "refused/missing-colour",
    "refused/wrong-type-colour",
    "over-limit",
  ];
  expect(printed[0]).toMatchObject(Object.fromEntries(rules.map((rule) => [`create-widget/${rule}`, "pass"])));
  expect(printed[0]).toMatchObject({ "get-widget/refused/no-key": "pass", "get-widget/over-limit": "pass" });
  expect(printed[1]).toMatchObject({
    "create-widget/refused/no-key": "pass",
    "create-widget/refused/missing-colour": "fail",
    "create-widget/refused/wrong-type-colour": "fail",
  });
});

/** Adds two operations to the sources as a person would: their files, and their paths in the document. */
function addWidgets(): void {
  const source = join(copy, "spec/src");
  const widgets = join(source, "widgets");
  const marks = { "x-provenance": "stated", "x-requirement": ["R1.1"] };
  const write = (name: string, content: object) => writeFileSync(join(widgets, `${name}.yaml`), stringify(content));
  const refer = (name: string) => ({ $ref: relative(widgets, globSync(`${source}/**/${name}.yaml`)[0] ?? name) });
  const colour = { type: "string", enum: ["red", "blue"] };
  const reply = {
    description: "The widget.",
    content: {
      "application/json": {
        schema: { $ref: "Widget.yaml" },
        examples: { redWidget: { value: { id: "w1", colour: "red" } } },
      },
    },
  };
  const responses = {
    "200": reply,
    "401": refer("Unauthorized"),
    "404": refer("NotFound"),
    "429": refer("RateLimited"),
    default: refer("UnexpectedError"),
  };
  const about = (summary: string) => ({ summary, description: `${summary}.`, tags: ["Account"] });
  const body = { schema: { $ref: "WidgetRequest.yaml" }, examples: { blue: { value: { colour: "blue" } } } };
  const id = {
    name: "widget_id",
    in: "path",
    description: "Id of the widget.",
    required: true,
    schema: { type: "string" },
  };

  mkdirSync(widgets);
  write("Widget", {
    description: "A widget.",
    ...marks,
    type: "object",
    required: ["id", "colour"],
    properties: { id: { type: "string" }, colour },
  });
  write("WidgetRequest", {
    description: "A widget to make.",
    ...marks,
    type: "object",
    required: ["colour"],
    properties: { colour },
  });
  write("getWidget", {
    ...marks,
    parameters: [id],
    get: { operationId: "getWidget", ...about("Returns a widget"), responses },
  });
  write("createWidget", {
    ...marks,
    post: {
      operationId: "createWidget",
      ...about("Makes a widget"),
      requestBody: { required: true, content: { "application/json": body } },
      responses: { ...responses, "400": refer("BadRequest") },
    },
  });
  const document = parse(readFileSync(join(source, "openapi.yaml"), "utf8"));
  document.paths["/v1/widgets/{widget_id}"] = { $ref: "widgets/getWidget.yaml" };
  document.paths["/v1/widgets"] = { $ref: "widgets/createWidget.yaml" };
  writeFileSync(join(source, "openapi.yaml"), stringify(document));
}

/** Links the workspace's dependencies, and the packages of the copy, into a folder of the copy. */
function link(path: string, names: string[]): void {
  const own = new Map(packages.map((folder) => [readManifest(folder).name, join(copy, folder)]));
  const to = join(copy, path, "node_modules");
  mkdirSync(join(to, "@model-access"), { recursive: true });
  for (const [name, folder] of own) symlinkSync(folder, join(to, name));
  for (const name of names.filter((each) => each !== "@model-access"))
    symlinkSync(realpathSync(join(root, path, "node_modules", name)), join(to, name));
}

const readManifest = (path: string) => JSON.parse(readFileSync(join(copy, path, "package.json"), "utf8"));

/** Builds a package of the copy with its own script. Rejects with the script's output if it fails. */
async function build(path: string): Promise<void> {
  const cwd = join(copy, path);
  const programs = [dirname(process.execPath), join(cwd, "node_modules/.bin"), process.env.PATH].join(delimiter);
  await promisify(execFile)("sh", ["-c", readManifest(path).scripts.build], {
    cwd,
    env: { ...process.env, PATH: programs },
  }).catch(({ stdout, stderr }) => {
    throw new Error(`The build of ${path} failed: ${stdout}${stderr}`);
  });
}

/** Runs a program with the packages of the copy, and returns the JSON that it prints. */
function run(source: string): unknown {
  writeFileSync(join(program, "program.mjs"), source);
  return JSON.parse(execFileSync(process.execPath, ["program.mjs"], { cwd: program, encoding: "utf8" }));
}
