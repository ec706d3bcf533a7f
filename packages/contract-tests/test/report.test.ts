import { expect, test } from "vitest";
import { consoleReport, htmlReport, junitReport, markdownReport, type RuleReport } from "../src/index.js";
import { noText, runWithKeys } from "./deployment.ts";
import { sampleReport } from "./sample-report.js";

const finding: Partial<RuleReport> = {
  outcome: "fail",
  message: "The text of choice 0 is absent; expected a string.",
  expected: "a string",
  actual: "nothing at all",
  pointer: "/choices/0/message/content",
  exchange: "chat/reply",
  clause: "R2.6: Chat response carries choices[].message.content, a string",
  curl: `curl -sS -i --globoff -X POST 'https://api.example.com/v1/chat/completions' -H 'authorization: Bearer '"$MODEL_ACCESS_API_KEY"`,
};

const report = sampleReport(
  [
    { id: "models/list/status" },
    {
      id: "chat/reply/id",
      outcome: "warn",
      level: "should",
      provenance: "upstream",
      message: "There is no id.",
      client: "openai",
    },
    finding,
    { id: "chat/stream/text", outcome: "blocked", message: "Not judged because chat/stream/status is broken." },
    { id: "videos/create/status", outcome: "skip", message: "Not offered: POST /v1/videos answered 404." },
  ],
  {
    requirements: {
      shown: 2,
      total: 5,
      needs: [
        { requirement: "R5.4", needs: "a revoked key" },
        { requirement: "R1.6", needs: "a deployment with videos" },
        { requirement: "R4.10", needs: "a deployment with videos" },
      ],
    },
  },
);

test("the console shows a verdict per area first, then each finding, worst first, then how much was shown", () => {
  expect(consoleReport(report)).toBe(`Contract tests of https://api.example.com (contract 0.1.0)

  models     pass      1 passed
  chat       fail      1 failed, 1 warning, 1 blocked
  videos     skip      Not offered: POST /v1/videos answered 404.

FAIL chat/reply/text
  The text of choice 0 is absent; expected a string.
  actual   nothing at all
  at       chat/reply, /choices/0/message/content
  rule     A chat completion has its text as a string. (must, stated, R2.6)
  clause   R2.6: Chat response carries choices[].message.content, a string
  repeat   ${finding.curl}

WARN chat/reply/id
  There is no id.
  rule     A chat completion has its text as a string. (should, upstream, R2.6, openai needs it)

The deployment breaks the contract: 1 required rule is broken. To review: 1 warning.
5 rules: 1 failed, 1 warning, 1 blocked, 1 passed, 1 skipped.
9 calls, 2 billed, 12 points, 1.3 s.
2 of 5 requirements of the specification checked. The other 3 need: a revoked key (R5.4); a deployment with videos (R1.6, R4.10).
`);
});

test("the console shows what many rules found in the same words once, and names them all", () => {
  const refused = { outcome: "fail", message: "POST /v1/chat/completions answered 404; expected 400." } as const;
  const text = consoleReport(
    sampleReport([
      { id: "chat/a", ...refused },
      { id: "chat/b", ...refused },
      { id: "chat/c", ...refused, known: { reason: "Ticket 7", expires: "2027-01-01" } },
      { id: "chat/d", ...refused, outcome: "warn" },
      { id: "chat/e", ...refused },
    ]),
  );

  expect(text.match(/^(FAIL|WARN).*/gm)).toEqual(["FAIL chat/a", "FAIL (known) chat/c"]);
  expect(text.match(/^ {2}also.*/gm)).toEqual(["  also     chat/b, chat/e, chat/d (warn)"]);
  expect(text).toContain("3 required rules are broken");
});

test("the console leaves out a command that would fill the screen, and says where it is", () => {
  const curl = `curl --data-raw '${"x".repeat(6_000)}'`;

  const shown = consoleReport(sampleReport([{ outcome: "fail", message: "It fails.", curl }]));

  expect(shown).toContain(`a curl line of ${curl.length} characters, which the other forms of the report have`);
  expect(shown.length).toBeLessThan(1_500);
});

test("the console colours words only where it is given a painter", () => {
  const painted = consoleReport(report, (color, text) => `<${color}>${text}</${color}>`);

  expect(painted).toContain("<red>FAIL</red> chat/reply/text");
  expect(painted.replaceAll(/<\/?(red|yellow|green|gray)>/g, "")).toBe(consoleReport(report));
});

test("JUnit has a case per rule; only what must hold fails there", () => {
  expect(junitReport(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Contract tests of https://api.example.com" time="1.250">
<testsuite name="models" tests="1" failures="0" errors="0" skipped="0" timestamp="2026-11-21T12:00:00.000">
<testcase classname="models" name="models/list/status"/>
</testsuite>
<testsuite name="chat" tests="3" failures="1" errors="0" skipped="1" timestamp="2026-11-21T12:00:00.000">
<testcase classname="chat" name="chat/reply/id"><system-out>warn: There is no id.
rule: A chat completion has its text as a string. (should, upstream, R2.6, openai needs it)</system-out></testcase>
<testcase classname="chat" name="chat/reply/text"><failure message="The text of choice 0 is absent; expected a string." type="fail">The text of choice 0 is absent; expected a string.
actual: nothing at all
at: chat/reply, /choices/0/message/content
rule: A chat completion has its text as a string. (must, stated, R2.6)
clause: R2.6: Chat response carries choices[].message.content, a string
repeat: ${finding.curl?.replaceAll("'", "&#39;").replaceAll('"', "&quot;")}</failure></testcase>
<testcase classname="chat" name="chat/stream/text"><skipped message="Not judged because chat/stream/status is broken." type="blocked"></skipped></testcase>
</testsuite>
<testsuite name="videos" tests="1" failures="0" errors="0" skipped="1" timestamp="2026-11-21T12:00:00.000">
<testcase classname="videos" name="videos/create/status"><skipped message="Not offered: POST /v1/videos answered 404." type="skip"></skipped></testcase>
</testsuite>
</testsuites>
`);
});

test("tells a cause once, whatever the weight of the rules that show it", () => {
  const text = consoleReport(
    sampleReport([
      { id: "chat/a", outcome: "warn", message: "The Content-Type is text/html; expected application/json." },
      { id: "keys/b", outcome: "fail", message: "The Content-Type is text/html; expected application/json." },
      { id: "chat/c", outcome: "note", message: "The Content-Type is text/html; expected text/event-stream." },
    ]),
  );

  expect(text.match(/^(FAIL|WARN|NOTE) .*/gm)).toEqual(["FAIL keys/b"]);
  expect(text).toContain("3 findings have this cause.");
  expect(text).toContain("also     chat/a (warn), chat/c (note)");
});

test("tells once that streams are held back, in whatever way each of them shows it", () => {
  const text = consoleReport(
    sampleReport([
      { id: "chat/stream/not-held-back", outcome: "fail", message: "20 events came in 2 reads." },
      { id: "messages/stream/not-held-back", outcome: "fail", message: "22 events came within 0 ms." },
    ]),
  );

  expect(text.match(/^FAIL .*/gm)).toEqual(["FAIL chat/stream/not-held-back"]);
  expect(text).toContain("20 events came in 2 reads. 2 findings have this cause.");
});

test("JUnit tells a cause with the first of its rules, and names that one in the others", () => {
  const refused = { outcome: "fail", message: "POST /v1/chat/completions answered 404; expected 400." } as const;
  const text = junitReport(
    sampleReport([
      { id: "chat/a", ...refused },
      { id: "chat/b", ...refused },
    ]),
  );

  const same = "Same cause as chat/a: POST /v1/chat/completions answered 404; expected 400.";
  expect(text).toContain(
    `<testcase classname="chat" name="chat/b"><failure message="${same}" type="fail">${same}</failure></testcase>`,
  );
  expect(text.match(/ 2 findings have this cause\./g)).toHaveLength(2);
  expect(text.match(/^rule: /gm)).toHaveLength(1);
});

test("JUnit tells a cause in full where its first rule does not fail", () => {
  const said = { outcome: "warn", message: "The answer carries the key." } as const;
  const text = junitReport(
    sampleReport([
      { id: "chat/a", ...said },
      { id: "keys/b", topic: "security", ...said },
    ]),
  );

  expect(text).toContain('name="keys/b"><failure message="The answer carries the key."');
});

test("Markdown is a table of areas and a folded block per finding", () => {
  expect(markdownReport(report)).toBe(`## Contract tests of \`https://api.example.com\`

**The deployment breaks the contract: 1 required rule is broken. To review: 1 warning.**

| area | verdict | rules |
|---|---|---|
| models | pass | 1 passed |
| chat | fail | 1 failed, 1 warning, 1 blocked |
| videos | skip | \`Not offered: POST /v1/videos answered 404.\` |

### FAIL \`chat/reply/text\`

\`The text of choice 0 is absent; expected a string.\`

<details><summary>Evidence</summary>

- actual: \`nothing at all\`
- at: \`chat/reply, /choices/0/message/content\`
- rule: \`A chat completion has its text as a string. (must, stated, R2.6)\`
- clause: \`R2.6: Chat response carries choices[].message.content, a string\`

\`\`\`sh
${finding.curl}
\`\`\`

</details>

### WARN \`chat/reply/id\`

\`There is no id.\`

<details><summary>Evidence</summary>

- rule: \`A chat completion has its text as a string. (should, upstream, R2.6, openai needs it)\`

</details>

9 calls, 2 billed, 12 points, 1.3 s. 2 of 5 requirements of the specification checked. The other 3 need: \`a revoked key\` (R5.4); \`a deployment with videos\` (R1.6, R4.10).
`);
});

test("says so where what is broken weighs less than its rule", () => {
  const shown = (outcome: "warn" | "note", level: "must" | "should" | "note") =>
    consoleReport(sampleReport([{ outcome, level }])).includes("the broken part weighs less");

  expect([shown("warn", "must"), shown("note", "should")]).toEqual([true, true]);
  expect([shown("warn", "should"), shown("note", "note")]).toEqual([false, false]);
});

test("names no more than six rows for each need", () => {
  const needs = Array.from({ length: 9 }, (_, index) => ({ requirement: `R1.${index + 1}`, needs: "a key" }));
  const requirements = { shown: 0, total: 9, needs };

  expect(consoleReport(sampleReport([{}], { requirements }))).toContain(
    "0 of 9 requirements of the specification checked. The other 9 need: a key (R1.1, R1.2, R1.3, R1.4, R1.5 and 4 more).",
  );
});

test("counts outcomes worst first, and says what each limit of the run left out and how it is judged", () => {
  const overLimit = { outcome: "skip", message: "Not called." } as const;
  const leftOut = (...ids: string[]) => ids.map((id) => ({ id, ...overLimit, needs: `--only ${id}` }));
  const few = sampleReport([...leftOut("keys/a", "chat/a"), { id: "chat/c" }]);
  const many = sampleReport(leftOut("keys/a", ...Array.from({ length: 6 }, (_, index) => `chat/${index}`)));
  const free = sampleReport([{ id: "keys/b", ...overLimit, needs: "--all" }, { id: "chat/c" }]);

  expect(consoleReport(few)).toContain("3 rules: 1 passed, 2 skipped.");
  const page = (shown: typeof few) => htmlReport(shown).replaceAll(/<\/?code[^>]*>/g, "");
  for (const render of [consoleReport, page]) {
    expect(render(few)).toContain(
      "2 rules were left out by the limit of 18 billed calls; to judge them, use --only keys/a,chat/a.",
    );
    expect(render(free)).toContain("1 rule was left out by the limit of 150 calls; to judge it, use --all.");
  }
  expect(markdownReport(many)).toContain(
    "7 rules were left out by the limit of 18 billed calls; to judge them, use separate runs with `--only keys` and `--only chat`.",
  );
  expect(consoleReport(sampleReport([{}]))).not.toContain("the limit of");
});

test("Markdown stays short enough for a comment, and says what it left out", () => {
  const rules = Array.from({ length: 500 }, (_, index) => ({
    ...finding,
    id: `chat/rule-${index}`,
    message: `Field ${index} is missing.`,
  }));
  const markdown = markdownReport(sampleReport(rules));
  const shown = markdown.match(/^### FAIL/gm)?.length ?? 0;

  expect(markdown.length).toBeLessThan(65_536);
  expect(shown).toBeGreaterThan(40);
  expect(markdown).toContain(`${500 - shown} more findings don't fit here; the JSON and HTML reports have them.`);
});

test("the page gives the verdict in its first sentence, loads nothing and runs nothing", () => {
  const page = htmlReport(report);

  expect(page).toMatch(/<p class="headline bad">The deployment breaks the contract: 1 required rule is broken\./);
  expect(page).toMatch(
    /content="default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'"/,
  );
  expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|style=/);
});

test("the page is in order for those who hear it: language, title, one main heading, headings in steps, named cells", () => {
  const page = htmlReport(report);
  const headings = [...page.matchAll(/<h(\d)>/g)].map(([, level]) => Number(level));

  expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(page).toContain("<title>Contract tests of https://api.example.com</title>");
  expect(headings.filter((level) => level === 1)).toHaveLength(1);
  expect(headings.every((level, index) => level <= (headings[index - 1] ?? 0) + 1)).toBe(true);
  expect(page.match(/<table>/g)?.length).toBe(page.match(/<table><caption>/g)?.length);
  expect(page.replaceAll(/<th scope="(row|col)">/g, "")).not.toContain("<th>");
});

test.each([
  ["a budget", "budget", "because it reached a limit of calls, points or time; 1 rule did not run."],
  ["Ctrl-C", "signal", "because it was interrupted; 1 rule did not run."],
] as const)("a run that %s has stopped says so in every form", (_title, stopped, words) => {
  const early = sampleReport([{}, { id: "chat/b", outcome: "skip", message: "Not run.", notRun: true }], { stopped });

  expect(early.exitCode).toBe(4);
  for (const render of [consoleReport, junitReport, markdownReport, htmlReport]) expect(render(early)).toContain(words);
  expect(consoleReport(early)).toContain("So far, every required rule that was judged holds.");
  expect(consoleReport(early)).toContain("chat       pass      1 passed, 1 skipped (1 of them not run)");
});

test("a run that could not start says why in every form", () => {
  const message = "The service refused the key: GET /usage/current_balance answered 401.";
  const none = sampleReport([{ outcome: "skip" }], { problem: { kind: "sign-in", message } });

  expect(none.exitCode).toBe(3);
  for (const render of [consoleReport, junitReport, markdownReport, htmlReport])
    expect(render(none)).toContain(message);
});

test("a broken must decides the exit code before an early end, and a rule of ours that fails before no answer", () => {
  expect(sampleReport([{ outcome: "fail" }], { stopped: "budget" }).exitCode).toBe(1);
  expect(sampleReport([{ outcome: "error" }], { unanswered: ["chat/reply"] }).exitCode).toBe(2);
  expect(sampleReport([{}], { unanswered: ["chat/reply"] }).exitCode).toBe(3);
  expect(sampleReport([{ outcome: "warn" }]).exitCode).toBe(0);
});

test("a finding of a run names its call, its clause and a command with the key left to the environment", async () => {
  const { rules } = await runWithKeys(noText, { only: ["chat/reply/text"] });

  expect(rules[0]).toMatchObject({
    id: "chat/reply/text",
    outcome: "fail",
    exchange: expect.stringMatching(/^chat\/reply#\d+$/),
    clause: "R2.6: Chat response carries choices[].message.content, a string; further response fields not shown",
    pointer: "/choices/0/message/content",
    curl: expect.stringMatching(
      /^curl -sS -i --globoff -X POST 'http:\/\/127\.0\.0\.1\/v1\/chat\/completions' -H 'authorization: Bearer '"\$MODEL_ACCESS_API_KEY" /,
    ),
  });
});
