import { expect, test } from "vitest";
import {
  ask,
  choice,
  focused,
  forgive,
  mock,
  mockAdmin,
  openConsoleForEachTest,
  opener,
  page,
  section,
} from "./console-page.ts";

openConsoleForEachTest();

const answer = () => page.getByRole("textbox", { name: "Answer", exact: true });
const replies = () => section("Replies").getByRole("listitem");

test("an exchange is answered in another way from now on, streamed or not", async () => {
  await ask("Where is the harbour?");
  await opener("x-1").click();
  await page.getByRole("button", { name: "Always answer this way…" }).press("Enter");
  const wasSaid = await answer().inputValue();

  await answer().fill("Behind the station.");
  await page.getByRole("button", { name: "Always answer this way", exact: true }).click();
  await page.getByText("From now on, the mock answers with reply-1.").waitFor();
  const plain = await textOf(await ask("Where is the harbour?"));
  const streamed = await (await ask("Where is the harbour?", { stream: true })).text();
  const other = await textOf(await ask("Where is the station?"));

  expect(wasSaid).not.toBe("");
  expect(plain).toBe("Behind the station.");
  expect(streamed).toContain('"content":"Behind');
  expect(other).not.toBe("Behind the station.");
  await replies().getByText("createChatCompletion, GPT-5.2, question contains “Where is the harbour?”").waitFor();
});

test("an answer in which no model speaks is scripted as its whole body", async () => {
  await fetch(`${mock.baseURL}/v1/balance`, { headers: { authorization: "Bearer sk-mock-full" } });
  await page.getByRole("button", { name: "x-1" }).click();
  await page.getByRole("button", { name: "Always answer this way…" }).click();
  const body = JSON.parse(await answer().inputValue()) as Record<string, unknown>;

  await answer().fill(JSON.stringify({ ...body, current_point_balance: 7 }));
  await page.getByRole("button", { name: "Always answer this way", exact: true }).click();
  await replies().first().waitFor();
  const response = await fetch(`${mock.baseURL}/v1/balance`, { headers: { authorization: "Bearer sk-mock-full" } });

  expect(await response.json()).toEqual({ ...body, current_point_balance: 7 });
});

test("a refused call can be answered, with words that the reader writes", async () => {
  await ask("Hello", { temperature: 3 });
  await opener("x-1").click();

  await page.getByRole("button", { name: "Always answer this way…" }).click();

  expect(await answer().inputValue()).toBe("");
  expect(await focused()).toBe("");
  expect(await page.getByRole("textbox", { name: "Question contains" }).inputValue()).toBe("Hello");
});

test("a reply is edited, and removed while it is edited it is kept as a new one", async () => {
  await mockAdmin("POST", "/replies", { system: "a shop", text: "Hello", times: 5, reply: { text: "One" } });
  await page.clock.fastForward(2000);

  await page.getByRole("button", { name: "Edit reply-1" }).click();
  await answer().fill("Two");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("reply-1 is now reply-2.").waitFor();
  const kept = await (await mockAdmin("GET", "/replies")).json();
  await replies().getByText("system prompt contains “a shop”", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Edit reply-2" }).click();
  await answer().fill("Three");
  await page.getByRole("button", { name: "Remove reply-2" }).click();
  await page.getByText("The reply reply-2 is removed.").waitFor();
  await page.getByRole("button", { name: "Always answer this way", exact: true }).click();
  await page.getByText("From now on, the mock answers with reply-3.").waitFor();

  // What the form has no field for is kept.
  expect(kept.replies).toEqual([{ id: "reply-2", system: "a shop", text: "Hello", times: 5, reply: { text: "Two" } }]);
  expect(
    await textOf(
      await ask("Hello", {
        messages: [
          { role: "system", content: "A shop" },
          { role: "user", content: "Hello" },
        ],
      }),
    ),
  ).toBe("Three");
});

test("a mistake is told, and neither what is written nor the reply that is edited is lost", async () => {
  await mockAdmin("POST", "/replies", { reply: { text: "One" } });
  await page.clock.fastForward(2000);

  await page.getByRole("button", { name: "Edit reply-1" }).click();
  await choice("Answer with").selectOption("body");
  await answer().fill("{");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").getByText("The answer isn't JSON").waitFor();
  await answer().fill('{"data": 1}');
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").getByText("A 'body' needs the 'operationId'").waitFor();

  forgive("400");
  expect(await answer().inputValue()).toBe('{"data": 1}');
  expect(await textOf(await ask("Hello"))).toBe("One");
});

test("all replies are removed together, and the form is left by Cancel", async () => {
  for (const text of ["One", "Two"]) await mockAdmin("POST", "/replies", { reply: { text } });
  await page.clock.fastForward(2000);
  await page.getByRole("button", { name: "Edit reply-2" }).click();

  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  const afterCancel = await focused();
  await page.getByRole("button", { name: "Remove all" }).click();
  await page.getByText("No reply is scripted").waitFor();

  expect(afterCancel).toBe("Replies");
  expect(await answer().isVisible()).toBe(false);
  expect(await replies().count()).toBe(0);
});

test("a reply's conditions are written in the form, listed, and there again to edit", async () => {
  const form = page.getByRole("form", { name: "Script a reply" });
  await page.getByText("Script a reply", { exact: true }).click();
  await form.getByLabel("Operation").fill("createMessage");
  await form.getByLabel("Model").selectOption("Claude-Sonnet-4.5");
  await form.getByLabel("Question matches").fill("tide|ebb");
  await form.getByLabel("Turn").fill("1");
  await form.getByLabel("Times").fill("3");
  await answer().fill("High.");
  await form.getByRole("button", { name: "Always answer this way" }).click();
  await replies()
    .getByText("createMessage, Claude-Sonnet-4.5, question matches tide|ebb, answer 1 of a conversation, 3 more")
    .waitFor();
  await page.getByRole("button", { name: "Edit reply-1" }).click();
  const edited = page.getByRole("form", { name: "Edit reply-1" });

  const values = ["Operation", "Model", "Question contains", "Question matches", "Turn", "Times", "Answer with"];
  expect(await Promise.all(values.map((name) => edited.getByLabel(name).inputValue()))).toEqual([
    ...["createMessage", "Claude-Sonnet-4.5", "", "tide|ebb", "1", "3", "text"],
  ]);
  expect(await page.locator("#reply-hint").textContent()).toContain("answers with this text");
});

test("a reply is scripted for a system prompt, and its form shows that again", async () => {
  const system = [{ role: "system", content: "You write short titles." }];
  const titleFor = (messages: object[]) => ask("", { messages: [...messages, { role: "user", content: "Hello" }] });

  await page.getByText("Script a reply", { exact: true }).click();
  await page.getByRole("textbox", { name: "System prompt contains" }).fill("short titles");
  await page.getByRole("textbox", { name: "Answer", exact: true }).fill("Greeting");
  await page.getByRole("button", { name: "Always answer this way", exact: true }).click();
  await section("Replies").getByText("system prompt contains “short titles”").waitFor();

  expect(await (await titleFor(system)).text()).toContain('"content":"Greeting"');
  expect(await (await titleFor([])).text()).not.toContain("Greeting");
  await page.getByRole("button", { name: "Edit reply-1" }).click();
  expect(await page.getByRole("textbox", { name: "System prompt contains" }).inputValue()).toBe("short titles");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("reply-1 is now reply-2.").waitFor();
  const { replies } = (await (await mockAdmin("GET", "/replies")).json()) as { replies: object[] };
  expect(replies).toEqual([{ id: "reply-2", system: "short titles", reply: { text: "Greeting" } }]);
});

async function textOf(response: Response): Promise<string> {
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  return choices[0]?.message.content ?? "";
}
