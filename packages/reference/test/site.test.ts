import { gzipSync } from "node:zlib";
import { operations, requirements } from "@model-access/contract";
import { expect, test } from "vitest";
import { readContract } from "../src/contract-document.ts";
import { files, listIds, page, pages, readText } from "./pages.ts";

const contract = readContract();
const schemaNames = Object.keys(contract.components.schemas);

test("every operation, schema and kind of event stream has a page", () => {
  for (const id of Object.keys(operations)) expect(pages.has(`operations/${id}.html`), id).toBe(true);
  for (const name of schemaNames) expect(page(`schemas/${name}.html`)).toContain(`<h1>${name}</h1>`);
  for (const dialect of ["chat", "messages", "responses", "native"])
    expect(pages.has(`streams/${dialect}.html`)).toBe(true);
});

test("every link leads to an existing page and element", () => {
  const broken: string[] = [];
  for (const [path, html] of pages) {
    for (const [, href = ""] of html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const { pathname, hash, host } = new URL(href, `https://reference.example/${path}`);
      if (host !== "reference.example") continue;
      const target = pages.get(pathname.slice(1));
      if (target === undefined || (hash !== "" && !listIds(target).includes(decodeURIComponent(hash.slice(1)))))
        broken.push(`${path}: ${href}`);
    }
  }

  expect([...new Set(broken)]).toEqual([]);
});

test("ids are unique in every page", () => {
  for (const [path, html] of pages) {
    const ids = listIds(html);
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      path,
    ).toEqual([]);
  }
});

test("a page loads only its style and its scripts", () => {
  for (const [path, html] of pages) {
    const loaded = [...html.matchAll(/<(?:script|link|img|iframe|video)\b[^>]*\s(?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    );
    expect(
      loaded.map((url) => url?.replace("../", "")),
      path,
    ).toEqual(["data:,", "assets/reference.css", "assets/reference.js"]);
  }
  expect(files.get("assets/reference.css")).not.toMatch(/url\(|@import/);
  expect(files.get("assets/reference.js")).not.toMatch(/https?:\/\//);
});

test("the whole reference is at most 1.6 MB gzipped", () => {
  const whole = gzipSync([...files.values()].join("\n"));

  expect(whole.length).toBeLessThan(1_600_000);
});

test("only the matrix shows row numbers of requirements, and all of them", () => {
  for (const [path, html] of pages) {
    if (path !== "requirements.html") expect(readText(html), path).not.toMatch(/\bR\d+\.\d+\b/);
  }
  for (const { id } of requirements) expect(listIds(page("requirements.html"))).toContain(id);
});

test("the matrix and the pages link to each other", () => {
  const matrix = page("requirements.html");
  const links = [...pages].flatMap(([path, html]) => (/href="[^"]*requirements\.html#R/.test(html) ? [path] : []));

  expect(links).toContain("operations/createMessage.html");
  expect(links).toContain("schemas/DropDownControl.html");
  expect(matrix).toContain('href="operations/createMessage.html"');
  expect(matrix).toContain('href="schemas/DropDownControl.html"');
});

test("every element with a provenance has a badge with its meaning", () => {
  for (const name of schemaNames) {
    const { "x-provenance": provenance } = contract.components.schemas[name] ?? {};
    expect(page(`schemas/${name}.html`), name).toMatch(
      new RegExp(`<span class="badge ${provenance}"[^>]*aria-label="${provenance}: \\w`),
    );
  }
});

test("a keyword or branch of another provenance has its own badge", () => {
  expect(page("schemas/Message.html")).toMatch(/required<\/span> <span class="badge upstream"/);
  expect(page("schemas/DropDownControl.html")).toMatch(/string or null <span class="badge observed"/);
  expect(page("schemas/ChatCompletionRequest.html")).toMatch(/at least 1 <span class="badge upstream"/);
});

test("a reply lists its next calls", () => {
  expect(page("operations/createVideo.html")).toMatch(/Next calls.*href="\.\.\/operations\/retrieveVideo\.html"/s);
});

test("an operation shows all its samples", () => {
  for (const [id, labels] of sampleLabels()) {
    const html = page(`operations/${id}.html`);
    for (const label of labels) expect(html, id).toContain(`data-tab="${label}"`);
  }
});

test("an operation has a form with every example of its request", () => {
  for (const id of Object.keys(operations)) expect(page(`operations/${id}.html`)).toMatch(/<form data-try=/);
  const html = page("operations/createChatCompletion.html");
  for (const [, name] of html.matchAll(/<option value="(\w+)" data-type/g))
    expect(html).toContain(`data-example="${name}"`);
});

test("every schema has an example", () => {
  const without = schemaNames.filter((name) => !/<span>Example<\/span>/.test(page(`schemas/${name}.html`)));

  expect(without).toEqual([]);
});

test("a page of setting controls previews its example", () => {
  for (const name of [
    "DropDownControl",
    "SliderControl",
    "AspectRatioControl",
    "ConditionControl",
    "ParameterControls",
  ])
    expect(page(`schemas/${name}.html`), name).toMatch(
      /<form class="controls"[^>]*>.*<(select|input|textarea) name=|<(select|input|textarea) .*name=/s,
    );
  expect(page("schemas/ProtocolMessage.html")).not.toContain("data-controls");
});

function sampleLabels(): [string, string[]][] {
  const items = Object.values(contract.paths).flatMap((item) => Object.values(item)) as {
    operationId?: string;
    "x-codeSamples"?: { label: string }[];
  }[];
  return items.flatMap(({ operationId, "x-codeSamples": all = [] }) =>
    operationId === undefined ? [] : [[operationId, all.map(({ label }) => label)] satisfies [string, string[]]],
  );
}
