import { gzipSync } from "node:zlib";
import { operations, requirements } from "@model-access/contract";
import { expect, test } from "vitest";
import { readContract } from "../src/contract-document.ts";
import { files, idsOf, page, pages, textOf } from "./pages.ts";

const contract = readContract();
const schemaNames = Object.keys(contract.components.schemas);

test("every operation, schema and kind of event stream has a page with an address of its own", () => {
  for (const id of Object.keys(operations)) expect(pages.has(`operations/${id}.html`), id).toBe(true);
  for (const name of schemaNames) expect(page(`schemas/${name}.html`)).toContain(`<h1>${name}</h1>`);
  for (const dialect of ["chat", "messages", "responses", "native"])
    expect(pages.has(`streams/${dialect}.html`)).toBe(true);
});

test("every link leads to a page that is there, and to an element of it", () => {
  const broken: string[] = [];
  for (const [path, html] of pages) {
    for (const [, href = ""] of html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const { pathname, hash, host } = new URL(href, `https://reference.example/${path}`);
      if (host !== "reference.example") continue;
      const target = pages.get(pathname.slice(1));
      if (target === undefined || (hash !== "" && !idsOf(target).includes(decodeURIComponent(hash.slice(1)))))
        broken.push(`${path}: ${href}`);
    }
  }

  expect([...new Set(broken)]).toEqual([]);
});

test("no page has two elements of one id", () => {
  for (const [path, html] of pages) {
    const ids = idsOf(html);
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      path,
    ).toEqual([]);
  }
});

test("a page loads its style and its script and nothing else", () => {
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

test("a page with all that it loads is within 1.6 MB gzipped, and so is the whole reference", () => {
  const whole = gzipSync([...files.values()].join("\n"));

  expect(whole.length).toBeLessThan(1_600_000);
});

test("callers meet no row numbers of the requirements; the matrix has them all", () => {
  for (const [path, html] of pages) {
    if (path !== "requirements.html") expect(textOf(html), path).not.toMatch(/\bR\d+\.\d+\b/);
  }
  for (const { id } of requirements) expect(idsOf(page("requirements.html"))).toContain(id);
});

test("the matrix and the pages link to each other", () => {
  const matrix = page("requirements.html");
  const links = [...pages].flatMap(([path, html]) => (/href="[^"]*requirements\.html#R/.test(html) ? [path] : []));

  expect(links).toContain("operations/createMessage.html");
  expect(links).toContain("schemas/DropDownControl.html");
  expect(matrix).toContain('href="operations/createMessage.html"');
  expect(matrix).toContain('href="schemas/DropDownControl.html"');
});

test("every element of the contract that says where it comes from shows it as a badge with its meaning", () => {
  for (const name of schemaNames) {
    const { "x-provenance": provenance } = contract.components.schemas[name] ?? {};
    expect(page(`schemas/${name}.html`), name).toMatch(
      new RegExp(`<span class="badge ${provenance}"[^>]*aria-label="${provenance}: \\w`),
    );
  }
});

test("what only a keyword or a branch rests on has a badge of its own", () => {
  expect(page("schemas/Message.html")).toMatch(/required<\/span> <span class="badge upstream"/);
  expect(page("schemas/DropDownControl.html")).toMatch(/string or null <span class="badge observed"/);
  expect(page("schemas/ChatCompletionRequest.html")).toMatch(/at least 1 <span class="badge upstream"/);
});

test("a reply lists its next calls", () => {
  expect(page("operations/createVideo.html")).toMatch(/Next calls.*href="\.\.\/operations\/retrieveVideo\.html"/s);
});

test("an operation shows every sample that the contract has of it", () => {
  for (const [id, labels] of sampleLabels()) {
    const html = page(`operations/${id}.html`);
    for (const label of labels) expect(html, id).toContain(`data-tab="${label}"`);
  }
});

test("an operation has a form that sends it, with every example of its request", () => {
  for (const id of Object.keys(operations)) expect(page(`operations/${id}.html`)).toMatch(/<form data-try=/);
  const html = page("operations/createChatCompletion.html");
  for (const [, name] of html.matchAll(/<option value="(\w+)" data-type/g))
    expect(html).toContain(`data-example="${name}"`);
});

test("every schema has an example", () => {
  const without = schemaNames.filter((name) => !/<span>Example<\/span>/.test(page(`schemas/${name}.html`)));

  expect(without).toEqual([]);
});

test("a page of setting controls shows its example as controls", () => {
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
