import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeExchange } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { createClient } from "./client.js";
import { folder } from "./data-files.js";
import { asked, fileOf, mockOf, recorded, streamed } from "./recordings.js";
import { bearer } from "./requests.js";

test("a request that equals a recorded one by value gets the recorded answer, with the rate window of the mock", async () => {
  const ask = mockOf(fileOf(recorded({})));
  const { temperature, model, messages } = asked;

  const response = await ask({ temperature, messages, model });

  expect(await response.text()).toBe('{"recorded":true}');
  expect(response.headers.get("x-ratelimit-remaining-requests")).toBe("499");
});

test("a request that a fault rule fits gets the fault, others the recording", async () => {
  const ask = mockOf(fileOf(recorded({})), { faults: ["status-503 model=claude-haiku-4-5 times=1"] });

  const statuses = [(await ask()).status, (await ask()).status];

  expect(statuses).toEqual([503, 200]);
});

test("a recorded answer to what the contract refuses is replayed where there are fault rules too", async () => {
  const wrong = { ...asked, temperature: 7 };
  const ask = mockOf(fileOf(recorded({}, wrong)), { faults: ["status-503"] });

  const response = await ask(wrong);

  expect(response.status).toBe(200);
});

test("the journal says which recording answered", async () => {
  const file = fileOf(recorded({}, { ...asked, user: "ola" }), recorded({}));
  const { chat, notices } = createClient({ recordings: file });

  await chat(asked);

  expect(await notices()).toEqual([[`Answered by the recording ${file}:2.`]]);
});

test("members to ignore may differ", async () => {
  const ask = mockOf(fileOf(recorded({}, { ...asked, user: "ola" })), { recordingsIgnore: ["user", "seed"] });

  const response = await ask({ ...asked, user: "kari" });

  expect(await response.text()).toBe('{"recorded":true}');
});

test("members to ignore may stand further down, in any item", async () => {
  const sent = (id: string) => ({ ...asked, metadata: { trace: id, team: "a" }, tools: [{ id, type: "function" }] });
  const ask = mockOf(fileOf(recorded({}, sent("one"))), {
    recordingsIgnore: ["/metadata/trace", "/tools/*/id"],
    recordingsOnly: true,
  });

  const same = await ask(sent("two"));
  const other = await ask({ ...sent("two"), metadata: { trace: "two", team: "b" } });

  expect(await same.text()).toBe('{"recorded":true}');
  expect(other.status).toBe(400);
  expect(await other.text()).toContain("which differs in '/metadata/team'.");
});

test("keys and rate limit still apply", async () => {
  const ask = mockOf(fileOf(recorded({})));

  const statuses = [(await ask(asked, bearer("sk-none"))).status, (await ask(asked, bearer("sk-mock-limited"))).status];
  for (const _ of [1, 2, 3, 4]) statuses.push((await ask(asked, bearer("sk-mock-tiny"))).status);

  expect(statuses).toEqual([401, 403, 200, 200, 200, 429]);
});

test.for<Record<string, string>>([
  { "x-mock-fault": "status-503" },
  { prefer: "code=503" },
  bearer("sk-mock-full!status-503"),
])("a request that asks for something else by %o gets that", async (headers) => {
  expect((await mockOf(fileOf(recorded({})))(asked, headers)).status).toBe(503);
});

test("a form is compared by its fields, whatever its boundary", async () => {
  const form = (boundary: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="prompt"\r\n\r\nA cat\r\n--${boundary}--\r\n`;
  const typed = (boundary: string) => `multipart/form-data; boundary=${boundary}`;
  const record = recorded({});
  const { post } = createClient({
    recordings: fileOf({
      ...record,
      request: {
        ...record.request,
        target: "/v1/videos",
        headers: [["content-type", typed("one")]],
        body: { text: form("one") },
      },
    }),
  });

  const response = await post("/v1/videos", form("other"), { "content-type": typed("other") });

  expect(await response.text()).toBe('{"recorded":true}');
});

test("all files of a folder are read", async () => {
  const inFolder = mkdtempSync(join(folder, "all-"));
  for (const name of ["a", "b"]) {
    const body = { ...asked, user: name };
    writeFileSync(
      join(inFolder, `${name}.jsonl`),
      writeExchange(recorded({ chunks: [{ atMs: 0, text: name }] }, body)),
    );
  }
  const ask = mockOf(inFolder);

  expect(await (await ask({ ...asked, user: "a" })).text()).toBe("a");
  expect(await (await ask({ ...asked, user: "b" })).text()).toBe("b");
});

test.each([
  {
    what: "a line that is no JSON",
    file: () => fileOf(recorded({}), "{"),
    says: /jsonl:2: This line is no exchange record: it is not JSON\.$/,
  },
  {
    what: "a record without a request",
    file: () => fileOf('{"format":"model-access-exchange/1","id":"1","at":"2026-01-01T00:00:00Z"}'),
    says: /jsonl:1: .*request/,
  },
  { what: "no file", file: () => join(folder, "none.jsonl"), says: /^There are no recordings at / },
  {
    what: "an empty folder",
    file: () => mkdtempSync(join(folder, "empty-")),
    says: /has no recordings; their names end in \.jsonl or \.har\.$/,
  },
])("$what is refused in one sentence with its place", ({ file, says }) => {
  const recordings = file();

  expect(() => createMock({ recordings })).toThrow(says);
});

test("an answer that breaks the contract is replayed and logged, one that is not whole is only logged", async () => {
  const lines: string[] = [];
  const torn = recorded({ chunks: [{ atMs: 0, text: "{", omittedBytes: 7 }] }, { ...asked, user: "torn" });
  const file = fileOf(recorded({}), streamed, torn);

  createMock({ recordings: file, log: (line) => lines.push(line) });

  expect(lines).toEqual([
    expect.stringMatching(
      /:1: the answer breaks the contract; it is replayed all the same\. The required field '\w+' is missing\.$/,
    ),
    expect.stringMatching(/:2: the answer breaks the contract; .*The event's data is not JSON\.$/),
    expect.stringMatching(/:3: this exchange was not recorded whole; it is not replayed\.$/),
  ]);
});
