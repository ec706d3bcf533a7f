import { expect, test } from "vitest";
import { consoleReport, jsonReport } from "../src/index.js";
import { everywhere, inJson, key, runOn } from "./deployment.js";

test("shows a verdict per area first, then each finding with a command that repeats the call, then the counts", async () => {
  const report = await runOn(
    inJson("chat/reply", (body) => delete body.choices[0].message.content),
    { only: ["models", "chat"] },
  );
  const text = consoleReport(report)
    .replace(/127\.0\.0\.1:\d+/g, "HOST")
    .replace(/"model":"[^"]+"/, '"model":"MODEL"')
    .replace(/\d+ (pass|rules)/g, "N $1")
    .replace(/[\d.]+ s\. \d+ of \d+/, "N s. N of N");

  expect(text).toBe(
    `Contract tests of http://HOST (contract ${report.contractVersion})

  models     pass      N pass
  chat       fail      N pass, 1 fail, 1 blocked

FAIL chat/reply/text
  The text of choice 0 is absent; expected a string.
  at       /choices/0/message/content
  rule     A chat completion has its text as a string in choices[].message.content. (must, stated, R2.6)
  repeat   curl -sS -i -X POST 'http://HOST/v1/chat/completions' -H "authorization: Bearer $MODEL_ACCESS_API_KEY" -H 'accept: application/json' -H 'content-type: application/json' -d '{"model":"MODEL","messages":[{"role":"user","content":"Reply with the single word: ready"}],"max_tokens":64}'

N rules: N pass, 1 fail, 1 blocked.
9 calls, 2 billed, N s. N of N requirement rows shown.
`,
  );
});

test("says in JSON what scripts read", async () => {
  const report = JSON.parse(
    jsonReport(
      await runOn(
        inJson("chat/reply", (body) => delete body.id),
        { only: ["chat"] },
      ),
    ),
  );

  expect(report).toMatchObject({
    contractVersion: expect.any(String),
    baseURL: expect.any(String),
    calls: 8,
    billedCalls: 2,
    seconds: expect.any(Number),
    exitCode: 0,
  });
  expect(report.rules.find(({ outcome }: { outcome: string }) => outcome === "warn")).toMatchObject({
    id: "chat/reply/schema",
    area: "chat",
    level: "must",
    provenance: "stated",
    requirements: expect.arrayContaining(["R4.1"]),
    pointer: "/id",
  });
});

test("a deployment can neither show the key nor act on the terminal", async () => {
  const hostile = `\x1b[2J\x9b8m\u202e${key} ${key.slice(2)}`;
  const report = await runOn(
    everywhere((answer, exchange) => {
      if (exchange === "models/list")
        answer.body = JSON.stringify({
          object: "list",
          data: [{ id: `x'; rm -rf $(echo) \`id\`${hostile}`, pricing: { prompt: "1" } }],
        });
      else {
        answer.status = 500;
        answer.body = JSON.stringify({ error: { message: hostile, type: hostile, code: hostile } });
        answer.headers["content-type"] = `text/${key}`;
      }
    }),
  );
  const shown = consoleReport(report) + jsonReport(report);

  expect(report.exitCode).toBe(1);
  expect(shown).not.toContain(key);
  expect(shown).not.toContain(key.slice(2));
  expect(shown.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}/u);
  expect(shown).toContain("x'\\''; rm -rf $(echo) `id`\\u001b");
});
