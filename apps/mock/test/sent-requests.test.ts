// @module-tag socket
import { afterAll, expect, expectTypeOf, test, vi } from "vitest";
import { createAdmin, startMock } from "../src/index.js";
import { clientOf } from "./client.js";

const mock = await startMock({ latency: "instant" });
afterAll(() => mock.close());

function inSession(session: string) {
  const baseURL = `${mock.baseURL}/_session/${session}`;
  return { ...clientOf({ fetch, baseURL }), admin: createAdmin({ baseURL }) };
}

test("gives the last request of an operation with its body as a value, and what it was answered", async () => {
  const { admin, chat, get } = inSession("last");
  await chat();
  await chat({ temperature: 0.5 });
  await get("/v1/models");

  const { method, target, headers, body, exchange } = await admin.lastRequest("createChatCompletion");

  expectTypeOf(body.model).toEqualTypeOf<string>();
  expect({ method, target, body }).toEqual({
    method: "POST",
    target: "/v1/chat/completions",
    body: { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }], temperature: 0.5 },
  });
  expect(headers).toMatchObject({ "content-type": "application/json", authorization: "[key]" });
  expect(exchange).toMatchObject({ id: "x-2", response: { status: 200 } });
});

test("says that an operation has had no request", async () => {
  const { admin } = inSession("none");

  await expect(admin.lastRequest("createMessage")).rejects.toThrow(
    "The session 'none' has had no request of createMessage.",
  );
});

test("finds a request that has some members, whatever came after it", async () => {
  const { admin, chat } = inSession("found");
  await chat({ stream: true });
  await chat();

  const { exchange } = await admin.expect("createChatCompletion", { stream: true, messages: [{ content: "Hello" }] });

  expect(exchange.id).toBe("x-1");
});

test("waits for a request that is still to come, under fake timers too", async () => {
  const { admin, chat } = inSession("later");
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "Date", "performance"] });
  try {
    const found = admin.expect("createChatCompletion", { seed: 7 });
    await chat({ seed: 7 });

    expect((await found).body.seed).toBe(7);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [{ stream: true as const }, "; the nearest, x-2, differs in '/stream'."],
  [{ messages: [{ content: "Hello" }, { content: "More" }] }, "; the nearest, x-2, differs in '/messages/1'."],
  [{ stream: true as const, model: "o3", seed: 1 }, "; the nearest, x-2, differs in '/stream' and 2 more places."],
])("says in what the nearest request differs from %j", async (body, says) => {
  const { admin, chat } = inSession(`nearest-${JSON.stringify(body).length}`);
  await chat({ model: "Claude-Haiku-4.5", messages: [{ role: "user", content: "Other" }] });
  await chat();

  const waiting = admin.expect("createChatCompletion", body, { timeoutMs: 0 });

  await expect(waiting).rejects.toThrow(`got no such request of createChatCompletion within 0 ms${says}`);
});

test("says that no request of the operation came", async () => {
  const { admin } = inSession("nothing");

  await expect(admin.expect("createMessage", {}, { timeoutMs: 0 })).rejects.toThrow("; there was none.");
});

test("the members of a body are those of its operation", () => {
  const { admin } = inSession("types");

  // @ts-expect-error messages have no seed
  void (() => admin.expect("createMessage", { seed: 7 }));
  // @ts-expect-error the contract has no such operation
  void (() => admin.lastRequest("sing"));
});
