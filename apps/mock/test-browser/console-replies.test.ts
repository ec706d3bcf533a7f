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

test("an exchange that is scripted as it is gets the same words again", async () => {
  const first = await textOf(await ask("Where is the harbour?"));

  await opener("x-1").click();
  await page.getByRole("button", { name: "Always answer this way…" }).click();
  await page.getByRole("button", { name: "Always answer this way", exact: true }).click();
  await page.getByText("From now on, the mock answers with reply-1.").waitFor();

  const { replies: kept } = (await (await mockAdmin("GET", "/replies")).json()) as { replies: object[] };
  expect(kept).toMatchObject([{ model: "GPT-5.2", text: "Where is the harbour?", reply: { text: first } }]);
  expect(await textOf(await ask("Where is the harbour?"))).toBe(first);
});

test("the tools that an exchange called, streamed or not, are called again with the same arguments", async () => {
  const tools = [{ type: "function", function: { name: "get_tide", parameters: { type: "object" } } }];
  for (const stream of [false, true]) await (await ask("Tide?", { tools, tool_choice: "required", stream })).text();

  for (const id of ["x-1", "x-2"]) {
    await opener(id).click();
    await page.getByRole("button", { name: "Always answer this way…" }).click();

    expect(await choice("Answer with").inputValue()).toBe("reply");
    expect(JSON.parse(await answer().inputValue())).toMatchObject({ toolCalls: [{ name: "get_tide", arguments: {} }] });
  }
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

test("a reply is edited and removed", async () => {
  await mockAdmin("POST", "/replies", { text: "Hello", times: 5, reply: { text: "One" } });
  await page.clock.fastForward(2000);

  await page.getByRole("button", { name: "Edit reply-1" }).click();
  expect(await page.getByText("Edit reply-1", { exact: true }).first().isVisible()).toBe(true);
  await answer().fill("Two");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("reply-1 is now reply-2.").waitFor();
  const edited = await textOf(await ask("Hello"));
  await page.getByRole("button", { name: "Remove reply-2" }).click();
  await page.getByText("The reply reply-2 is removed.").waitFor();
  const afterwards = await textOf(await ask("Hello"));

  expect(edited).toBe("Two");
  expect(afterwards).not.toBe("Two");
  expect(await replies().count()).toBe(0);
});

test("what the form has no field for is shown, and kept when a reply is edited", async () => {
  await mockAdmin("POST", "/replies", { system: "a shop", key: "sk-mock-full", reply: { text: "One" } });
  await page.clock.fastForward(2000);

  await page.getByRole("button", { name: "Edit reply-1" }).click();
  await answer().fill("Two");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("reply-1 is now reply-2.").waitFor();
  const response = await mockAdmin("GET", "/replies");

  expect(await response.json()).toEqual({
    replies: [{ id: "reply-2", system: "a shop", key: "sk-mock-full", reply: { text: "Two" } }],
  });
  expect(await replies().first().textContent()).toContain("sk-mock-full, system prompt contains “a shop”");
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

test("markup in a scripted reply is shown as text", async () => {
  await mockAdmin("POST", "/replies", { text: "<b>x</b>", reply: { text: "<img src=x onerror=alert(1)>" } });
  await page.clock.fastForward(2000);

  await replies().getByText("<img src=x onerror=alert(1)>").waitFor();
  expect(await section("Replies").locator("img, b").count()).toBe(0);
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

test("a reply that is removed while it is edited is kept as a new one", async () => {
  await mockAdmin("POST", "/replies", { reply: { text: "One" } });
  await page.clock.fastForward(2000);
  await page.getByRole("button", { name: "Edit reply-1" }).click();
  await answer().fill("Two");

  await page.getByRole("button", { name: "Remove reply-1" }).click();
  await page.getByRole("button", { name: "Always answer this way", exact: true }).click();
  await page.getByText("From now on, the mock answers with reply-2.").waitFor();

  expect(await textOf(await ask("Hello"))).toBe("Two");
});

async function textOf(response: Response): Promise<string> {
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  return choices[0]?.message.content ?? "";
}
