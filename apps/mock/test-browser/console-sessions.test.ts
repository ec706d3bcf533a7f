import { expect, test } from "vitest";
import { ask, exchange, forgive, mock, mockAdmin, openConsoleForEachTest, page, restartMock } from "./console-page.ts";

openConsoleForEachTest();

test("a session that is reset forgets, and its journal goes on live", async () => {
  await ask("Hello");
  await exchange("x-1").waitFor();

  await page.getByRole("button", { name: "Reset session…" }).click();
  await page.getByText("Nothing yet.").waitFor();
  await page.getByText("The session default was reset.").waitFor();
  await ask("Hello again");

  await exchange("x-1").getByText("200").waitFor();
});

test("a session that a test resets in the background is still followed", async () => {
  await ask("Hello");
  await exchange("x-1").waitFor();
  await mockAdmin("PUT", "");
  await page.clock.fastForward(2000);
  await page.getByText("Nothing yet.").waitFor();

  await ask("One", { temperature: 3 });
  await page.clock.fastForward(2000);
  await exchange("x-1").getByText("400").waitFor();
  await ask("Two");

  await exchange("x-2").getByText("200").waitFor();
});

test("another session has a journal of its own, which its address opens", async () => {
  await page.getByLabel("Name", { exact: true }).last().fill("checkout");
  await page.getByRole("button", { name: "Open session" }).click();
  await page.waitForURL(/\?session=checkout$/);
  await page.getByText("Live", { exact: true }).waitFor();

  await fetch(`${mock.baseURL}/v1/models`, {
    headers: { authorization: "Bearer sk-mock-full", "x-mock-session": "checkout" },
  });
  await exchange("x-1").getByText("listModels").waitFor();

  expect(await page.getByText("Send the header x-mock-session").isVisible()).toBe(true);
});

test("a session that is removed disappears", async () => {
  await fetch(`${mock.baseURL}/v1/models`, { headers: { "x-mock-session": "old" } });
  await page.clock.fastForward(2000);

  await page.getByRole("button", { name: "Forget old" }).click();
  await page.getByRole("link", { name: "old" }).waitFor({ state: "detached" });

  const names = async () => {
    const response = await fetch(`${mock.baseURL}/_mock/api/sessions`);
    const { sessions } = (await response.json()) as { sessions: { name: string }[] };
    return sessions.map(({ name }) => name);
  };
  await expect.poll(names).toEqual(["default"]);
});

test("a session that is reset stays in its world", async () => {
  await restartMock({ state: { worlds: { empty: { keys: { "sk-team": { name: "team", points: 0 } } } } } });
  await fetch(`${mock.baseURL}/v1/models`, { headers: { "x-mock-session": "poor", "x-mock-world": "empty" } });
  await page.goto(`${mock.baseURL}/_mock?session=poor`);
  await exchange("x-1").waitFor();

  await page.getByRole("button", { name: "Reset session…" }).click();
  await page.getByText("The session poor was reset.").waitFor();

  await page.getByRole("list").getByText("sk-team", { exact: true }).waitFor();
  await page.getByRole("row", { name: /^poor empty/ }).waitFor();
  forgive("net::ERR");
});

test("an address with what is no session's name says what is wrong with it", async () => {
  await page.goto(`${mock.baseURL}/_mock?session=${encodeURIComponent("<b>a name</b>")}`);

  await page.getByText("The mock refuses; trying again").waitFor();
  await page.getByRole("alert").getByText("session").waitFor();
  forgive("400 (Bad Request)");
});

test("a session's row has its world, counts and clock, and the one that is shown can't be forgotten", async () => {
  await ask("Hello");
  await mockAdmin("POST", "/faults", { fault: "status-503", times: 1 });
  await mockAdmin("PUT", "/clock", { isFrozen: true });
  await page.clock.fastForward(2000);

  const row = page.getByRole("row", { name: /^default default 1 / });
  await row.getByText("shown here").waitFor();
  expect(await row.getByRole("cell").allTextContents()).toEqual([
    ...["default", "1", expect.stringMatching(/^\d+$/), "1", expect.stringMatching(/, stands$/), "shown here"],
  ]);
});
