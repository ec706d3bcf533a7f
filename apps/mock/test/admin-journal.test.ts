import { readExchanges } from "@model-access/contract";
import { expect, test } from "vitest";
import { createAdmin, journalOf, question, stream } from "./admin-calls.js";
import { createManualClock } from "./manual-clock.js";

test("the journal groups attempts and judges how long the client waited", async () => {
  const clock = createManualClock();
  const owner = createAdmin({ clock });
  await owner.of("POST", "/faults", { fault: "status-429;after=7", times: 2 });
  await owner.ask();
  await clock.advance(400);
  await owner.ask();
  await clock.advance(7000);
  await owner.ask();

  const exchanges = await journalOf(owner);

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

test.each([["/v1/chat/completions", (text: string) => [{ role: "assistant", content: text }]]])(
  "the journal tells of a stream that was cut and taken for whole",
  async (_path, said) => {
    const owner = createAdmin();
    const cut = await owner.ask({ ...stream, model: "GPT-5.2!clean-cut;at=4" });
    const text = [...(await cut.text()).matchAll(/"content":"([^"]+)"/g)].map(([, piece]) => piece).join("");

    await owner.ask({
      ...question,
      messages: [...question.messages, ...said(text), { role: "user", content: "Go on." }],
    });
    const [, second] = await journalOf(owner);

    expect(second?.notes.verdicts).toEqual([
      { code: "trusted-a-cut-stream", isGood: false, says: "Goes on from the stream of x-1 as if it had come whole." },
    ]);
  },
);

test("the journal tells of a refusal that is sent again unchanged", async () => {
  const owner = createAdmin();
  const wrong = { ...question, temperature: 3 };
  await owner.ask(wrong);
  await owner.ask(wrong);

  const [, second] = await journalOf(owner);

  expect(second?.notes.verdicts.map(({ code }) => code)).toEqual(["retried-a-refusal"]);
});

test("a conversation that goes on from whole streams gets no verdict", async () => {
  const owner = createAdmin();
  const whole = await (await owner.ask(stream)).text();
  const text = [...whole.matchAll(/"content":"([^"]+)"/g)].map(([, piece]) => piece).join("");

  await owner.ask({
    ...question,
    messages: [
      { role: "assistant", content: text },
      { role: "user", content: "And?" },
    ],
  });

  expect((await journalOf(owner)).flatMap(({ notes }) => notes.verdicts)).toEqual([]);
});

test("the journal is filtered, exported as lines of the exchange format, and emptied", async () => {
  const owner = createAdmin();
  await owner.ask();
  await owner.ask({});

  const refused = await owner.of("GET", "/journal?status=4xx&operationId=createChatCompletion&key=full&limit=5");
  const lines = await (await owner.call("GET", "/sessions/default/journal.jsonl")).text();
  await owner.call("DELETE", "/sessions/default/journal");

  expect(refused.exchanges).toHaveLength(1);
  expect(readExchanges(lines).map(({ response }) => response?.status)).toEqual([200, 400]);
  expect(lines).not.toContain("sk-mock-full");
  expect(await journalOf(owner)).toEqual([]);
});

test("the journal can be watched as it grows, and the watching stops when the reader leaves", async () => {
  const { call, ask } = createAdmin();
  const response = await call("GET", "/sessions/default/journal/events");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

  await reader?.read();
  await ask();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();

  expect(JSON.parse(value?.replace("data: ", "") ?? "")).toMatchObject({
    id: "x-1",
    operationId: "createChatCompletion",
    response: { status: 200, ending: "complete" },
    notes: { key: "full", attempt: 1 },
  });
});

test("an exchange that ends after its journal was emptied is told to nobody", async () => {
  const { call, of, ask } = createAdmin();
  const events = await call("GET", "/sessions/default/journal/events");
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();

  const slow = await ask({ ...stream, model: "GPT-5.2!stall;at=2" });
  await of("DELETE", "/journal").catch(() => undefined); // it answers with no body
  await slow.body?.cancel();
  await ask();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();

  expect(JSON.parse(value?.replace("data: ", "") ?? "")).toMatchObject({ id: "x-2" });
});

test("the journal has no answer where the connection was reset before one", async () => {
  const owner = createAdmin();

  await owner.ask(question, "sk-mock-full!reset").catch(() => undefined);

  expect(await journalOf(owner)).toEqual([expect.not.objectContaining({ response: expect.anything() })]);
});
