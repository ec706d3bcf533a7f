import { expect, test } from "@model-access/mock/playwright";

const ask = ({ baseURL }: { baseURL: string }, apiKey = "sk-mock-full") =>
  fetch(`${baseURL}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] }),
  });

test("has a session of its own", async ({ mock, mockOrigin }, testInfo) => {
  await mock.faults.add({ fault: "status-503" });

  const answers = [
    await ask(mock),
    await ask({ baseURL: mockOrigin }, mock.apiKey),
    await ask({ baseURL: mockOrigin }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200]);
  expect(mock.session).toContain("has-a-session-of-its-own-");
  testInfo.annotations.push({ type: "origin", description: mockOrigin });
});

test("uses the mock of the run in another worker too", async ({ mock, mockOrigin }, testInfo) => {
  expect((await ask(mock)).status).toBe(200);
  testInfo.annotations.push({ type: "origin", description: mockOrigin });
});

test("fails and keeps its journal", async ({ mock }) => {
  await ask(mock);
  expect("what the page shows").toBe("what it should show");
});

test.describe("with failOnVerdict", () => {
  test.use({ failOnVerdict: true });

  test("fails by what its client did", async ({ mock }) => {
    await mock.faults.add({ fault: "status-400", times: 2 });
    await ask(mock);
    await ask(mock);
  });

  test("passes where its client did nothing wrong", async ({ mock }) => {
    await ask(mock);
  });
});
