import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { createManualClock } from "./manual-clock.js";

const verdictsOf = async ({ journal }: ReturnType<typeof createClient>) =>
  (await journal()).flatMap(({ notes }) => notes.verdicts);

test("attempts are grouped, and how long the client waited is judged", async () => {
  const clock = createManualClock();
  const owner = createClient({ clock });
  await owner.admin("POST", "/faults", { fault: "status-429;after=7", times: 2 });
  await owner.chat();
  await clock.advance(400);
  await owner.chat();
  await clock.advance(7000);
  await owner.chat();

  const exchanges = await owner.journal();

  expect(exchanges.map(({ notes }) => [notes.attempt, notes.firstAttempt])).toEqual([
    [1, undefined],
    [2, "x-1"],
    [3, "x-1"],
  ]);
  expect(exchanges.flatMap(({ notes }) => notes.verdicts.map(({ says }) => says))).toEqual([
    "Retried after 0.4 s, told to wait 7 s.",
    "Waited 7.0 s, told to wait 7 s.",
  ]);
});

test("a repetition of a request whose answer a fault has spoiled is its next attempt", async () => {
  const owner = createClient();
  await owner.admin("POST", "/faults", { fault: "html-200", times: 1 });
  for (const _ of [1, 2, 3]) await owner.chat();

  expect((await owner.journal()).map(({ notes }) => notes.attempt)).toEqual([1, 2, 1]);
});

test("a third attempt at once is one without backoff, and one after a while is not", async () => {
  const clock = createManualClock();
  const owner = createClient({ clock });
  await owner.admin("POST", "/faults", { fault: "status-500", times: 4 });
  await owner.chat();
  await owner.chat();
  await clock.advance(20);
  await owner.chat();
  await clock.advance(200);
  await owner.chat();

  expect(await verdictsOf(owner)).toEqual([
    { code: "retried-without-backoff", isGood: false, says: "Attempt 3 came 0.0 s after the one before it." },
  ]);
});

test("sending a refused request again gets a verdict", async () => {
  const owner = createClient();
  for (const _ of [1, 2]) await owner.chat({ temperature: 3 });

  expect((await verdictsOf(owner)).map(({ code }) => code)).toEqual(["retried-a-refusal"]);
});

test.each([
  ["402 and points that are given", { points: 0 }, { points: 1000 }],
  ["403 and permission that is given", { hasPermission: false }, { hasPermission: true }],
  ["401 and a key that works again", { isRevoked: true }, { isRevoked: false }],
])("a request is repeated rightly after %s", async (_, before, after) => {
  const owner = createClient();
  await owner.admin("PATCH", "/keys/full", before);
  const refused = await owner.chat();
  await owner.admin("PATCH", "/keys/full", after);
  const answered = await owner.chat();

  expect([refused.status >= 401, answered.status]).toEqual([true, 200]);
  expect(await verdictsOf(owner)).toEqual([]);
});

test.each(["status-400", "status-402", "status-404"])(
  "a request is repeated rightly after the fault %s, and wrongly while it lasts",
  async (fault) => {
    const owner = createClient();
    await owner.admin("POST", "/faults", { fault, times: 1 });
    await owner.chat();
    await owner.chat();
    expect(await verdictsOf(owner)).toEqual([]);

    await owner.admin("POST", "/faults", { fault, times: 2 });
    await owner.chat();
    await owner.chat();
    expect((await verdictsOf(owner)).map(({ code }) => code)).toEqual(["retried-a-refusal"]);
  },
);

const asked = { role: "user" as const, content: "Hello" };
const answered = (content: string) => [asked, { role: "assistant" as const, content }, asked];

test.each<[string, object, RegExp, (text: string) => object]>([
  [
    "/v1/chat/completions",
    { model: "GPT-5.2", messages: [asked], stream: true },
    /"content":"([^"]+)"/g,
    (text) => ({ model: "GPT-5.2", messages: answered(text) }),
  ],
  [
    "/v1/messages",
    { model: "claude-sonnet-4.5", max_tokens: 500, messages: [asked], stream: true },
    /"text_delta","text":"([^"]+)"/g,
    (text) => ({ model: "claude-sonnet-4.5", max_tokens: 500, messages: answered(text) }),
  ],
  [
    "/v1/responses",
    { model: "GPT-5.2", input: [asked], stream: true },
    /"response.output_text.delta"[^\n]*"delta":"([^"]+)"/g,
    (text) => ({ model: "GPT-5.2", input: answered(text) }),
  ],
])("%s: continuing from a cut stream as if it were whole gets a verdict", async (path, first, piece, next) => {
  const owner = createClient();
  for (const fault of ["", "!clean-cut;at=8"]) {
    const model = `${(first as { model: string }).model}${fault}`;
    const reply = await owner.post(path, { ...first, model });
    const text = [...(await reply.text()).matchAll(piece)].map(([, said]) => said).join("");
    expect(text).not.toBe("");
    await owner.post(path, next(text));
  }

  expect(await verdictsOf(owner)).toEqual([
    { code: "trusted-a-cut-stream", isGood: false, says: "Goes on from the stream of x-3 as if it had come whole." },
  ]);
});

test("polling a video without pauses gets a verdict, and with pauses none", async () => {
  const clock = createManualClock();
  const owner = createClient({ clock });
  const made = await owner.post("/v1/videos", { model: "Sora-2", prompt: "A boat." });
  const { id } = (await made.json()) as { id: string }; // other tests validate it
  const poll = () => owner.get(`/v1/videos/${id}`);

  for (const _ of [1, 2, 3, 4]) await poll();
  for (const _ of [1, 2, 3, 4]) {
    await clock.advance(3000);
    await poll();
  }

  expect(await verdictsOf(owner)).toEqual([
    { code: "polls-too-fast", isGood: false, says: "Asks for the video every 0.0 s; once in a few seconds is enough." },
  ]);
});

test("a key in the address gets a verdict", async () => {
  const owner = createClient();

  await owner.get("/v1/models?key=sk-mock-full");

  expect((await verdictsOf(owner)).map(({ code }) => code)).toEqual(["key-in-address"]);
});

test("R1.13: streaming a media bot gets a verdict, but not in the native protocol", async () => {
  const owner = createClient();
  const chat = { model: "GPT-Image-1", messages: [{ role: "user", content: "A boat" }] };
  await (await owner.post("/v1/chat/completions", { ...chat, stream: true })).text();
  await (await owner.post("/v1/chat/completions", chat)).text();
  await (await owner.post("/bot/GPT-Image-1", { version: "1.2", type: "query", query: chat.messages })).text();
  await (await owner.post("/v1/chat/completions", { ...chat, model: "GPT-5.2", stream: true })).text();

  expect(await verdictsOf(owner)).toEqual([
    {
      code: "streamed-a-media-bot",
      isGood: false,
      says: "Streams a bot that gives image; media bots should be called with stream false.",
    },
  ]);
});
