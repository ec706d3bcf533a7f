import { expect, test } from "vitest";
import { consoleReport, htmlReport, jsonReport, junitReport, markdownReport, type Report } from "../src/index.js";
import { sarifReport } from "../src/report/sarif.js";
import { key, runWithKeys } from "./deployment.ts";
import { changed } from "./faults/fault.ts";
import { editAnswer, isAt } from "./faults/rows.ts";
import { sampleReport } from "./sample-report.js";

const hostile = [
  "\x1b[2J\x9b8m\u202e\u2028\u0000\ufffe\ud800\r\n",
  `</code></script><script>alert(1)</script><img src=x onerror="alert(1)">"'&amp;]]>--><!--</style>`,
  "[x](javascript:alert(1)) ![i](http://h.example/i) @everyone #1 | a \\| b \\\\| ``` ~~~ ``\n# head\n- [ ] item\n<details>",
  "'; rm -rf $(echo) `id` \"",
].join(" ");

const renderers = {
  console: { render: consoleReport, check: checkLines },
  JSON: { render: jsonReport, check: checkJson },
  JUnit: { render: junitReport, check: checkXml },
  HTML: { render: htmlReport, check: checkHtml },
  Markdown: { render: markdownReport, check: checkMarkdown },
  SARIF: { render: sarifReport, check: (shown: string) => expect(JSON.parse(shown)).toBeDefined() },
};

test.each(Object.entries(renderers))("a report full of hostile text stays text in %s", (_name, { render, check }) => {
  const shown = render(reportOfText(hostile));

  expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Noncharacter_Code_Point}]/u);
  expect(shown.split("\n").length).toBe(render(reportOfText("harmless")).split("\n").length);
  check(shown, reportOfText(hostile));
});

test.each(Object.entries(renderers))(
  "a hostile reply stays text in %s, and the key unseen",
  async (_name, { render, check }) => {
    const text = `${hostile} ${key} ${key.slice(2)} ${encodeURIComponent(key)}`;
    const models = { object: "list", data: [{ id: text, pricing: { prompt: "1" } }] };
    const error = { error: { message: text, type: text, code: text } };
    const hostileDeployment = changed((answer, { path }) => {
      if (isAt("models", path)) answer.body = JSON.stringify(models);
      else editAnswer(answer, { status: 500, mediaType: `text/${key}`, body: JSON.stringify(error) });
    });

    const report = await runWithKeys(hostileDeployment, { keys: {}, only: ["models", "chat", "messages"] });
    const shown = render(report);

    expect(report.rules.map(({ outcome }) => outcome)).toContain("fail");
    expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Noncharacter_Code_Point}]/u);
    expect(shown).not.toContain(key.slice(2));
    check(shown, report);
  },
);

/** A report that has a text wherever a deployment, a baseline or a report to compare with has a hand in it. */
function reportOfText(text: string): Report {
  const about = {
    message: text,
    expected: `${text}1`,
    actual: `${text}2`,
    pointer: text,
    curl: `curl ${text}`,
    said: text,
  };
  return sampleReport(
    [
      { outcome: "fail", ...about, exchange: "chat/reply", clause: "R2.6: A text.", eventNumber: 2 },
      { id: "chat/a", outcome: "fail", ...about, known: { reason: text, expires: "2027-01-01" } },
      { id: "chat/b", outcome: "warn", ...about },
      { id: "messages/a", outcome: "skip", message: text },
      { id: "videos/a", outcome: "inconclusive", message: text },
    ],
    {
      baseURL: `https://h.example/${text}`,
      unanswered: ["chat/reply"],
      requirements: { shown: 1, total: 2, needs: [{ requirement: "R1.1", needs: text }] },
      comparison: {
        since: text,
        newlyFailing: [{ id: text, was: "pass", is: "fail" }],
        newlyPassing: [],
        noLongerRun: [],
      },
    },
  );
}

function checkLines(shown: string) {
  expect(shown).toContain("\\u001b[2J\\u009b8m\\u202e\\u2028\\u0000");
}

function checkJson(shown: string, report: Report) {
  expect(JSON.parse(shown)).toEqual(report);
}

function checkXml(shown: string) {
  const names = "testsuites|testsuite|testcase|failure|error|skipped|system-out";
  const tags = new RegExp(`<(/?)(${names})((?: [a-z]+="[^"<>&]*")*)(/?)>`, "g");
  const open: string[] = [];
  const known = shown.replaceAll(/&(amp|lt|gt|quot|#39);/g, "");

  for (const [, closes, name = "", , isEmpty] of known.matchAll(tags)) {
    if (closes) expect(open.pop()).toBe(name);
    else if (!isEmpty) open.push(name);
  }
  expect(open).toEqual([]);
  expect(known.replace('<?xml version="1.0" encoding="UTF-8"?>', "").replaceAll(tags, "")).not.toMatch(/[<>&]/);
}

function checkHtml(shown: string) {
  const page = shown.replace(/<style>[^<]*<\/style>/, "");
  const tags = [...page.matchAll(/<[^>]*>?/g)].map(([tag]) => tag);
  const names =
    "html|head|a|meta|title|body|main|h1|h2|h3|p|code|time|section|article|span|details|summary|dl|dt|dd|pre|table|caption|thead|tbody|tr|th|td|ul|li";
  const attributes = "id|href|lang|charset|http-equiv|content|name|class|scope|datetime";
  const known = new RegExp(`^</?(${names})( (${attributes})="[^"<>]*")*>$`);

  expect(tags.filter((tag) => tag !== "<!doctype html>" && !known.test(tag))).toEqual([]);
  expect(page.match(/href="(?!#rule-[a-z0-9-]+")/g)).toBeNull();
  expect(page.match(/http-equiv/g)).toHaveLength(1);
}

function checkMarkdown(shown: string) {
  const withoutBlocks = shown.replaceAll(/^(`{3,})sh\n.*\n\1$/gm, "");
  const withoutCode = withoutBlocks.replaceAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "");
  const withoutOwnTags = withoutCode.replaceAll(/<details><summary>Evidence<\/summary>|<\/details>/g, "");

  expect(withoutOwnTags).not.toMatch(/[`<>@[\]]|http|javascript|u001b/);
  for (const row of shown.split("\n").filter((line) => line.startsWith("|"))) expect(row.split("|")).toHaveLength(5);
}
