import { expect, test } from "./chat-page.ts";

for (const { name, width, colorScheme } of [
  { name: "light", width: 1280, colorScheme: "light" },
  { name: "dark", width: 1280, colorScheme: "dark" },
  { name: "narrow", width: 390, colorScheme: "light" },
] as const) {
  test(`nothing scrolls horizontally, ${name}`, async ({ chat, mock, page }, testInfo) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await chat.ask("What is the weather in Rome?");
    await expect(chat.answer.locator(".text")).not.toBeEmpty();
    await chat.ask("Write a markdown table of three rivers, and a line of JavaScript code.");
    await expect(chat.answer.locator("table, pre").first()).toBeVisible();
    await page.getByLabel("Question").fill("A paper boat");
    await page.getByRole("button", { name: "Make a video" }).click();
    await mock.faults.add({ fault: "status-429;after=7", operationId: "createChatCompletion" });
    await chat.ask("And the longest one?");
    await expect(chat.banner).toBeVisible();

    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

    await testInfo.attach(name, { body: await page.screenshot({ fullPage: true }), contentType: "image/png" });
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
