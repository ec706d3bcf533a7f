import { expect, test } from "vitest";
import { ask, mockAdmin, openConsoleForEachTest, page, section } from "./console-page.ts";

openConsoleForEachTest();

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
