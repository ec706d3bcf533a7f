import { expect, test } from "./chat-page.ts";

test("an answer comes word by word, as Markdown", async ({ chat, mock }) => {
  await mock.clock.freeze();
  await mock.latency.set({ firstMs: 0, gapMs: 1000, spread: 0 });
  await chat.ask("Write a markdown table of three rivers.");
  const send = chat.page.getByRole("button", { name: "Send" });

  await expect.poll(async () => (await mock.journal.list()).at(-1)?.response?.ending).toBe("open");
  await mock.clock.advance(35_000);
  await expect(chat.answer.getByRole("table")).toBeVisible();
  await expect(send).toBeHidden();
  await mock.clock.advance(3_600_000);

  await expect(send).toBeVisible();
  await expect(chat.answer.getByRole("row")).toHaveCount(4);
  await expect(chat.banner).toBeHidden();
});

test("a tool runs on the server, and the answer uses its result", async ({ chat }) => {
  await chat.ask("What is the weather in Rome?");

  await expect(chat.answer.getByText('get_weather({"city":"Rome"})')).toBeVisible();
  await expect(chat.answer.getByText('{"city":"Rome","weather":"sunny, 24 °C"}')).toBeVisible();
  await expect(chat.answer.locator(".text")).toContainText("24 °C");
});

test("a second question is sent with the first", async ({ chat, mock }) => {
  await mock.replies.add({ turn: 1, reply: { text: "The **first** answer." } });
  await mock.replies.add({ turn: 2, reply: { text: "The second answer." } });

  await chat.ask("One?");
  await expect(chat.answer.locator("strong")).toHaveText("first");
  await chat.ask("Two?");

  await expect(chat.answer).toHaveText("The second answer.");
});

test("stopping an answer keeps the text so far", async ({ chat, mock }) => {
  await mock.faults.add({ fault: "stall;at=5" });
  await chat.ask("Write 100 words.");
  await expect(chat.answer.locator(".text")).not.toBeEmpty();
  const text = await chat.answer.locator(".text").textContent();

  await chat.page.getByRole("button", { name: "Stop" }).click();

  await expect(chat.page.getByRole("button", { name: "Send" })).toBeVisible();
  await expect(chat.answer.locator(".text")).toHaveText(text ?? "");
  const chats = () => mock.journal.list({ operationId: "createChatCompletion" });
  await expect.poll(async () => (await chats()).at(-1)?.response?.ending).toBe("left");
});

test("markup in an answer is escaped", async ({ chat, mock }) => {
  await mock.replies.add({
    reply: { text: 'Look: <img src=x onerror="document.title=1"> and [this](javascript:alert(1)).' },
  });

  await chat.ask("Hello");

  await expect(chat.answer.getByText("Look:")).toBeVisible();
  await expect(chat.answer.locator("img")).toHaveCount(0);
  await expect(chat.answer.locator('a[href^="javascript"]')).toHaveCount(0);
});

test("points fall with each answer", async ({ chat }) => {
  await expect.poll(chat.points).toBe(1_000_000);

  await chat.ask("Write 300 words.");

  await expect.poll(chat.points).toBeLessThan(1_000_000);
});

test("the page never gets the key", async ({ chat, mock }) => {
  const bodies: Promise<string>[] = [];
  chat.page.on("response", (response) => bodies.push(response.text().catch(() => "")));
  await mock.keys.revoke("sk-mock-full");

  await chat.ask("Hello");
  await expect(chat.banner).toBeVisible();
  await chat.page.reload();
  await expect(chat.page.getByRole("heading", { name: "Chat" })).toBeVisible();

  expect((await Promise.all(bodies)).join("")).not.toContain("sk-mock");
});
