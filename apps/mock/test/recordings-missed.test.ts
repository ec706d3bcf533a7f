import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { asked, fileOf, mockOf, recorded } from "./recordings.js";

const said = async (response: Response) => ((await response.json()) as { error: { message: string } }).error.message;

test("with recordingsOnly, a request that no recording answers is a 400 that no client repeats", async () => {
  const ask = mockOf(fileOf(recorded({})), { recordingsOnly: true });

  const response = await ask({ ...asked, temperature: 1 });

  expect(response.status).toBe(400);
  expect(response.headers.get("x-mock-recording")).toBe("missed");
  expect(await response.json()).toMatchObject({
    error: { type: "invalid_request_error", code: "recording_not_found" },
  });
  expect((await ask()).status).toBe(200);
});

test.each([
  { what: "another value", body: { ...asked, temperature: 1 }, differs: "which differs in '/temperature'." },
  { what: "a further member", body: { ...asked, user: "kari" }, differs: "which differs in '/user'." },
  {
    what: "another prompt and another model",
    body: { ...asked, model: "GPT-5.2", messages: [{ role: "user", content: "Secret" }] },
    differs: "which differs in '/model' and one more place.",
  },
  {
    what: "more turns",
    body: { ...asked, messages: [...asked.messages, { role: "assistant", content: "Hi" }, ...asked.messages] },
    differs: "which differs in '/messages/1' and one more place.",
  },
  { what: "another query", body: asked, query: "?a=1", differs: "which differs in the query." },
])("a miss by $what names the nearest recording and the difference", async ({ body, query = "", differs }) => {
  const file = fileOf(recorded({}, { ...asked, messages: [], model: "Other", seed: 3 }), recorded({}));
  const ask = mockOf(file, { recordingsOnly: true });

  const response = await ask(body, {}, `/v1/chat/completions${query}`);

  expect(await said(response)).toBe(`No recording answers this request; the nearest is ${file}:2, ${differs}`);
});

test("where nothing was recorded of an operation, the miss names what was", async () => {
  const { get } = createClient({ recordings: fileOf(recorded({}), recorded({})), recordingsOnly: true });

  const response = await get("/v1/models");

  expect(await said(response)).toBe("No recording is of GET /v1/models; they are of POST /v1/chat/completions.");
});

test("without the flag the mock answers, and the journal says what was missed", async () => {
  const { chat, notices } = createClient({ recordings: fileOf(recorded({})) });

  const response = await chat({ ...asked, temperature: 1 });

  expect(await response.text()).toContain('"object":"chat.completion"');
  expect(await notices()).toEqual([
    [
      expect.stringMatching(
        /^No recording answers this request; the nearest is .*:1, which differs in '\/temperature'\.$/,
      ),
    ],
  ]);
});

test("a miss that is nested too deep to be compared is reported all the same", async () => {
  const nested = `${"[".repeat(1500)}${"]".repeat(1500)}`;
  const body = JSON.stringify(asked).replace('"Hello"', nested);
  const file = fileOf(recorded({}, JSON.parse(body.replace("0.5", "0.6"))));
  const { post } = createClient({ recordings: file, recordingsOnly: true });

  const deeper = body.replace(nested, `${"[".repeat(20_000)}${"]".repeat(20_000)}`);
  const response = await post("/v1/chat/completions", deeper);

  expect(response.status).toBe(400);
  expect(await said(response)).toContain("which differs in '/temperature'.");
});

const withPrompt = (content: string) => ({ ...asked, messages: [{ role: "user", content }] });

test.each([
  ["the key that was recorded", "My key is [key].", "My key is sk-live-0123456789abcdef."],
  ["another key", "My key is [key].", "My key is sk-mock-full."],
  ["the mask itself", "My key is [key].", "My key is [key]."],
  ["two of them", "[key] and [key], in that order", "one-token and another_token, in that order"],
  ["a masked part of a word", "[key]custom", "sk-mock-custom"],
])("a prompt with a masked value replays with %s", async (_name, masked, sent) => {
  const ask = mockOf(fileOf(recorded({}, withPrompt(masked))), { recordingsOnly: true });

  expect(await (await ask(withPrompt(sent))).text()).toBe('{"recorded":true}');
});

test.each([
  ["nothing", "My key is [key].", "My key is ."],
  ["several words", "My key is [key].", "My key is not here."],
  ["another text around it", "My key is [key].", "My token is sk-mock-full."],
])("a masked value does not stand for %s", async (_name, masked, sent) => {
  const ask = mockOf(fileOf(recorded({}, withPrompt(masked))), { recordingsOnly: true });

  expect((await ask(withPrompt(sent))).status).toBe(400);
});

test("a recording without masks comes before one with them, each in its own order", async () => {
  const answer = (text: string) => ({ chunks: [{ atMs: 1, text }] });
  const ask = mockOf(
    fileOf(
      recorded(answer("masked 1"), withPrompt("Use [key]")),
      recorded(answer("exact"), withPrompt("Use sk-mock-full")),
      recorded(answer("masked 2"), withPrompt("Use [key]")),
    ),
  );

  const texts: string[] = [];
  for (const prompt of ["Use sk-mock-full", "Use one", "Use two", "Use three"]) {
    texts.push(await (await ask(withPrompt(prompt))).text());
  }

  expect(texts).toEqual(["exact", "masked 1", "masked 2", "masked 2"]);
});
