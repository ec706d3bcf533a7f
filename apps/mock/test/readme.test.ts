import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operations } from "@model-access/contract";
import { expect, test } from "vitest";
import { adminDocument } from "../src/generated/admin-document.js";
import { createMock, faults } from "../src/index.js";
import { testKeys } from "../src/keys/test-keys.js";
import { latencies } from "../src/latency/latency.js";
import { marks } from "../src/native/marks.js";
import { chaos } from "../src/world/chaos.js";
import { bearer, exampleRequest } from "./requests.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

test("the README says of each key what it does", () => {
  for (const [key, { says }] of Object.entries(testKeys)) expect(readme).toContain(`| \`${key}\` | ${says} |`);
});

test("the README gives the figures of each latency", () => {
  for (const [name, { firstMs, gapMs }] of Object.entries(latencies)) {
    expect(readme).toContain(`| \`${name}\` | ${firstMs} ms | ${gapMs} ms |`);
  }
});

test("the README lists each fault with its options and its outcome", () => {
  const where = { any: "any", plain: "plain replies", stream: "streams" };
  for (const { name, options, appliesTo, clientSees } of faults) {
    const set = Object.entries(options).map(([option, value]) => `;${option}=${value}`);
    expect(readme).toContain(`| \`${name}${set.join("")}\` | ${where[appliesTo]} | ${clientSees} |`);
  }
});

test.each(Object.entries(chaos))(
  "the README writes out the rules of chaos %s",
  (name, { faults: rules, latencies: speeds }) => {
    const column = name === "light" ? 2 : 3;
    const cells = readme.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
    const written = (flag: string) =>
      cells.filter(([, first]) => first === `\`${flag}\``).flatMap((row) => row[column]?.replaceAll("`", "") || []);

    expect(written("--fault")).toEqual(rules);
    expect(written("--latency")).toEqual(speeds);
  },
);

test("the README names an example that there is", () => {
  const name = /Prefer: example=(\w+)/.exec(readme)?.[1] ?? "";

  expect(operations.createChatCompletion?.responses["200"]?.mediaTypes["application/json"]?.examples).toHaveProperty(
    name,
  );
});

test("the README quotes an explanation as it is", async () => {
  const { fetch } = createMock();
  const { url, init } = exampleRequest("createChatCompletion");
  const body = JSON.stringify({ ...JSON.parse(String(init.body)), temperature: 3 });

  const response = await fetch(url, { ...init, body, headers: { ...init.headers, ...bearer("sk-mock-full") } });

  expect(readme).toContain(JSON.parse(await response.text()).error.message);
});

test("the README lists each mark with what the bot does", () => {
  for (const { mark, botDoes } of marks) expect(readme).toContain(`| \`${mark}\` | ${botDoes} |`);
});

test("the README names every kind of thing that the admin API has", () => {
  const kinds = new Set(Object.keys(adminDocument.paths).map((path) => path.split("/{session}/")[1]?.split("/")[0]));

  for (const kind of kinds) if (kind !== undefined) expect(readme).toContain(kind);
});

test("the README's data file is one", () => {
  const [, text = ""] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "model-access-mock-"));
  writeFileSync(join(folder, "team.yaml"), text);

  expect(() => createMock({ state: join(folder, "team.yaml") })).not.toThrow();
  rmSync(folder, { recursive: true });
});
