import { expect, test } from "vitest";
import { createMarkdown } from "../src/markdown.ts";

const markdown = createMarkdown(new Set(["Model"]));

test("markup in a description is shown, not obeyed", () => {
  expect(markdown.blocks("Send <b>it</b> & `<API_KEY>`.").markup).toBe(
    "<p>Send &lt;b&gt;it&lt;/b&gt; &amp; <code>&lt;API_KEY&gt;</code>.</p>\n",
  );
});

test("the name of a schema in backticks leads to its page, and so does a link to an operation", () => {
  expect(markdown.line("`Model`, [list](#operation/listModels)").markup).toBe(
    '<a href="~/schemas/Model.html"><code>Model</code></a>, <a href="~/operations/listModels.html">list</a>',
  );
});

test("headings go one level down and can be linked to", () => {
  expect(markdown.blocks("# Base address").markup).toBe('<h2 id="base-address">Base address</h2>\n');
});
