import { readExchanges } from "@model-access/contract";
import { expect, test } from "vitest";
import { createAdmin, journalOf, question, stream } from "./admin-calls.js";

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

test("an exchange that ends after its journal was emptied is not reported", async () => {
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
