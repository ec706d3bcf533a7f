import { readExchanges } from "@model-access/contract";
import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { bearer } from "./requests.js";

test("the journal is filtered, exported as lines of the exchange format, and emptied", async () => {
  const owner = createClient();
  await owner.chat();
  await owner.chat({ model: undefined });

  const refused = await owner.admin("GET", "/journal?status=4xx&operationId=createChatCompletion&key=full&limit=5");
  const lines = await (await owner.callAdmin("GET", "/sessions/default/journal.jsonl")).text();
  await owner.callAdmin("DELETE", "/sessions/default/journal");

  expect(refused.exchanges).toHaveLength(1);
  expect(readExchanges(lines).map(({ response }) => response?.status)).toEqual([200, 400]);
  expect(lines).not.toContain("sk-mock-full");
  expect(await owner.journal()).toEqual([]);
});

test("the journal can be watched as it grows, and the watching stops when the reader leaves", async () => {
  const { callAdmin, chat } = createClient();
  const response = await callAdmin("GET", "/sessions/default/journal/events");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

  await reader?.read();
  await chat();
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
  const { callAdmin, admin, chat } = createClient();
  const events = await callAdmin("GET", "/sessions/default/journal/events");
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();

  const slow = await chat({ stream: true, model: "GPT-5.2!stall;at=2" });
  await admin("DELETE", "/journal");
  await slow.body?.cancel();
  await chat();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();

  expect(JSON.parse(value?.replace("data: ", "") ?? "")).toMatchObject({ id: "x-2" });
});

test("the journal has no answer where the connection was reset before one", async () => {
  const owner = createClient();

  await owner.chat({}, bearer("sk-mock-full!reset")).catch(() => undefined);

  expect(await owner.journal()).toEqual([expect.not.objectContaining({ response: expect.anything() })]);
});
