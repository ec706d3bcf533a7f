import { expect, test } from "@model-access/mock/vitest";
import { describe } from "vitest";

const ask = ({ baseURL }: { baseURL: string }, apiKey = "sk-mock-full") =>
  fetch(`${baseURL}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] }),
  });

test("has a session of its own", async ({ mock, mockURL, annotate }) => {
  await mock.faults.add({ fault: "status-503" });

  const answers = [await ask(mock), await ask({ baseURL: mockURL }, mock.apiKey), await ask({ baseURL: mockURL })];

  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
  await annotate(mockURL, "origin");
});

test("looks at what its client sent", async ({ mock }) => {
  await ask(mock);

  const { exchange } = await mock.expect("createChatCompletion", { messages: [{ role: "user" }] });
  const { body } = await mock.lastRequest("createChatCompletion");

  expect([exchange.response?.status, body.model]).toEqual([200, "GPT-5.2"]);
});

test("fails and keeps its journal", async ({ mock }) => {
  await ask(mock);
  expect("what the page shows").toBe("what it should show");
});

describe("with failOnVerdict", () => {
  const strict = test.extend({ failOnVerdict: true });

  strict("fails by what its client did", async ({ mock }) => {
    await mock.faults.add({ fault: "status-400", times: 2 });
    await ask(mock);
    await ask(mock);
  });

  strict("passes where its client did nothing wrong", async ({ mock }) => {
    await ask(mock);
  });
});
