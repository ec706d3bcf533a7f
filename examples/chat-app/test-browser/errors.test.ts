import { faults } from "@model-access/mock";
import { expect, test } from "./chat-page.ts";

/** The page's title for a fault; undefined if the answer arrives whole. */
const titles: Record<string, string | undefined> = {
  "status-400": "The service refused the question.",
  "status-401": "The chat is not available.",
  "status-402": "There are no points left.",
  "status-403": "The chat is not available.",
  "status-404": "There is no such model or video.",
  "status-429": "Too many questions at once. Ask again in 1 s.",
  "status-500": "The service failed.",
  "status-503": "The service failed.",
  reset: "The answer broke off.",
  "html-200": "The answer broke off.",
  "error-event": "The answer broke off.",
  "error-unnamed": "The answer broke off.",
  "clean-cut": "The answer broke off.",
  "half-frame": "The answer broke off.",
  "broken-json": "The answer broke off.",
  "slow-headers": undefined,
  "split-bytes": undefined,
  "keep-alive-flood": undefined,
  "unknown-event": undefined,
  "duplicate-end": undefined,
};

/** `empty-body` and `cut-json` are of plain answers, and `stall` ends when the reader stops it, as chat.test.ts shows. */
const ofOthers = ["empty-body", "cut-json", "stall"];

for (const { name } of faults.filter((fault) => !ofOthers.includes(fault.name))) {
  test(`${name} ${titles[name] === undefined ? "is not visible" : "is shown in a banner, and a retry helps"}`, async ({
    chat,
    mock,
  }) => {
    expect(Object.keys(titles)).toContain(name);
    await mock.faults.add({
      fault: name === "slow-headers" ? "slow-headers;ms=200" : name,
      operationId: "createChatCompletion",
      times: 1,
    });
    await chat.ask("Write three sentences on tides.");

    const title = titles[name];
    if (title !== undefined) {
      await expect(chat.banner).toContainText(title);
      const retry = chat.banner.getByRole("button", { name: "Try again" });
      if ((await retry.count()) > 0) await retry.click();
      else await chat.ask("Write three sentences on tides.");
    }

    await expect(chat.answer.locator(".text")).toContainText(/\. .+\. .+\./);
    await expect(chat.page.getByRole("button", { name: "Send" })).toBeVisible();
    await expect(chat.banner).toBeHidden();
  });
}

test("a broken stream keeps the text so far, marked as incomplete", async ({ chat, mock }) => {
  await mock.faults.add({ fault: "clean-cut;at=6" });

  await chat.ask("Write 100 words.");

  await expect(chat.banner).toContainText("The answer broke off.");
  await expect(chat.answer.locator(".text")).not.toBeEmpty();
  await expect(chat.answer).toContainText("… broken off");
});

test("an account without points is reported, and more points help", async ({ chat, mock }) => {
  await mock.keys.change("sk-mock-full", { points: 0 });
  await chat.ask("Hello");
  await expect(chat.banner).toContainText("Add points to the account");

  await mock.keys.change("sk-mock-full", { points: 1000 });
  await chat.banner.getByRole("button", { name: "Try again" }).click();

  await expect(chat.answer.locator(".text")).not.toBeEmpty();
  await expect(chat.banner).toBeHidden();
});
