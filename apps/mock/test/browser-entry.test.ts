import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { operations } from "@model-access/contract";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { askPrism as askTable } from "../src/browser/examples.js";
import { askPrism } from "../src/examples/prism.js";
import { createMock, type MockOptions } from "../src/index.js";
import { contractExamples } from "./contract-examples.js";
import { createManualClock } from "./manual-clock.js";
import { exampleRequests } from "./requests.js";

const built = new URL("../dist/", import.meta.url);
const browser: { createMock: typeof createMock } = await import(new URL("browser.js", built).href);

const clock = createManualClock(1_790_000_000_000);
const options: MockOptions = { latency: "instant", clock };

describe.each(Object.values(operations))("$operationId", (operation) => {
  test.each(exampleRequests(operation))("is answered in a browser as on Node: $title", async ({ url, init }) => {
    const [here, there] = [createMock(options), browser.createMock(options)];
    const answer = async ({ fetch }: typeof here) => {
      const response = await fetch(url, init);
      return { status: response.status, headers: [...response.headers], body: await response.text() };
    };

    expect(await answer(there)).toEqual(await answer(here));
  });

  test.each(contractExamples(operation.operationId))(
    "has the example $name in a browser as Prism has it",
    async ({ code, mediaType, name }) => {
      const query = { operationId: operation.operationId, mediaType, code, example: name };

      const [{ headers: _, ...found }, { headers: __, ...expected }] = [await askTable(query), await askPrism(query)];

      expect(found).toEqual(expected);
    },
  );
});

test("the bundle for browsers imports nothing, and says what it is made of", async () => {
  const entryPoints = [fileURLToPath(new URL("browser.js", built))];
  const options = { bundle: true, platform: "browser", metafile: true, write: false, logLevel: "error" } as const;
  const { metafile } = await build({ entryPoints, ...options });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const urls = JSON.parse(readFileSync(new URL("browser.packages.json", built), "utf8")) as string[];
  const licences = readFileSync(new URL("browser.licenses.txt", built), "utf8");

  expect(imported.filter((path) => path !== "<runtime>")).toEqual([]);
  expect(urls).toContainEqual(expect.stringMatching(/^pkg:npm\/ajv@\d/));
  for (const url of urls) {
    const [name, version] = decodeURIComponent(url.slice("pkg:npm/".length)).split(/(?<=.)@/);
    expect(licences).toMatch(new RegExp(`^${name} ${version}: (MIT|ISC|BSD-3-Clause)\n`, "m"));
  }
});

test("where made-up data is asked for, a browser gives the example and says why", async () => {
  const { fetch } = browser.createMock(options);
  const headers = { authorization: "Bearer sk-mock-full", prefer: "dynamic=true" };

  const response = await fetch("http://mock.local/v1/models", { headers });

  expect(response.status).toBe(200);
  expect(response.headers.get("x-mock-example")).toContain("Prism, which makes data, is not in the mock for browsers");
});

test("a data file is given as its value in a browser, with controls and models of the team's own", async () => {
  const controls = {
    api_version: "2",
    sections: [{ controls: [{ control: "text_field", label: "Size", parameter_name: "size" }] }],
  };
  const mock = browser.createMock({ ...options, state: { bots: [{ name: "Shop-Helper", controls }] } });

  const models = await mock.fetch("http://mock/v1/models", { headers: { authorization: "Bearer sk-mock-full" } });

  expect(await models.text()).toContain("Shop-Helper");
  expect(() => browser.createMock({ state: { bots: [{ name: "X", controls: { sections: [{ no: 1 }] } }] } })).toThrow(
    "/controls",
  );
  expect(() => browser.createMock({ state: "team.yaml" })).toThrow(
    "The data file team.yaml can't be read: there is no",
  );
  expect(() => browser.createMock({ recordings: "demo.jsonl" })).toThrow("A browser has no files");
});
