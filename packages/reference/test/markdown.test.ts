import { expect, test } from "vitest";
import { createMarkdown } from "../src/markdown.ts";

const markdown = createMarkdown(new Set(["Model"]));

test("escapes markup in a description", () => {
  expect(markdown.blocks("Send <b>it</b> & `<API_KEY>`.").markup).toBe(
    "<p>Send &lt;b&gt;it&lt;/b&gt; &amp; <code>&lt;API_KEY&gt;</code>.</p>\n",
  );
});

test("links names of schemas in backticks and links to operations to their pages", () => {
  expect(markdown.line("`Model`, [list](#operation/listModels)").markup).toBe(
    '<a href="~/schemas/Model.html"><code>Model</code></a>, <a href="~/operations/listModels.html">list</a>',
  );
});

test("moves headings one level down and gives them ids", () => {
  expect(markdown.blocks("# Base address").markup).toBe('<h2 id="base-address">Base address</h2>\n');
});
