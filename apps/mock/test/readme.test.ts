import { readFileSync } from "node:fs";
import { operations } from "@model-access/contract";
import { expect, test } from "vitest";
import { adminDocument } from "../src/generated/admin-document.js";
import { createMock, faults } from "../src/index.js";
import { testKeys } from "../src/keys/test-keys.js";
import { latencies } from "../src/latency/latency.js";
import { marks } from "../src/native/marks.js";
import { chaos } from "../src/world/chaos.js";
import { createClient } from "./client.js";
import { dataFile } from "./data-files.js";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");
const readme = read("../README.md");
const page = (name: string) => read(`../../../docs/mock/${name}.md`);

test("the README says of each key what it does", () => {
  for (const [key, { says }] of Object.entries(testKeys)) expect(readme).toContain(`| \`${key}\` | ${says} |`);
});

test("the page on timing gives the figures of each latency", () => {
  for (const [name, { firstMs, gapMs }] of Object.entries(latencies)) {
    expect(page("faults")).toContain(`| \`${name}\` | ${firstMs} ms | ${gapMs} ms |`);
  }
});

test("the page on faults lists each fault with its options and its outcome", () => {
  const where = { any: "any", plain: "plain replies", stream: "streams" };
  for (const { name, options, appliesTo, clientSees } of faults) {
    const set = Object.entries(options).map(([option, value]) => `;${option}=${value}`);
    expect(page("faults")).toContain(`| \`${name}${set.join("")}\` | ${where[appliesTo]} | ${clientSees} |`);
  }
});

test.each(Object.entries(chaos))(
  "the page on faults writes out the rules of chaos %s",
  (name, { faults: rules, latencies: speeds }) => {
    const column = name === "light" ? 2 : 3;
    const cells = page("faults")
      .split("\n")
      .map((line) => line.split("|").map((cell) => cell.trim()));
    const written = (flag: string) =>
      cells.filter(([, first]) => first === `\`${flag}\``).flatMap((row) => row[column]?.replaceAll("`", "") || []);

    expect(written("--fault")).toEqual(rules);
    expect(written("--latency")).toEqual(speeds);
  },
);

test("the page on answers names an existing example", () => {
  const name = /Prefer: example=(\w+)/.exec(page("answers"))?.[1] ?? "";

  expect(operations.createChatCompletion?.responses["200"]?.mediaTypes["application/json"]?.examples).toHaveProperty(
    name,
  );
});

test("the page on answers quotes an explanation as it is", async () => {
  const response = await createClient().chat({ temperature: 3 });

  expect(page("answers")).toContain(JSON.parse(await response.text()).error.message);
});

test("the page on answers lists each mark with what the bot does", () => {
  for (const { mark, botDoes } of marks) expect(page("answers")).toContain(`| \`${mark}\` | ${botDoes} |`);
});

test("the page on the admin API names every kind of thing that the admin API has", () => {
  const kinds = new Set(Object.keys(adminDocument.paths).map((path) => path.split("/{session}/")[1]?.split("/")[0]));

  for (const kind of kinds) if (kind !== undefined) expect(page("sessions")).toContain(kind);
});

test("the page on the data file has a valid one", () => {
  const [, text = ""] = /```yaml\n(.*?)```/s.exec(page("data-file")) ?? [];

  expect(() => createMock({ state: dataFile("of-the-page.yaml", text) })).not.toThrow();
});
