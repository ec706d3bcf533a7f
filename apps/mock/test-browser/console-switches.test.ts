import { expect, test } from "vitest";
import {
  ask,
  choice,
  exchange,
  focused,
  forgive,
  mockAdmin,
  openConsoleForEachTest,
  page,
  section,
} from "./console-page.ts";

openConsoleForEachTest();

test("R5.4: a key that is created works, and gets 401 once it is revoked", async () => {
  await page.getByText("Create a key").click();
  await page.getByLabel("Name").first().fill("shop");
  await page.getByRole("button", { name: "Create key" }).click();
  const said = (await page.getByText(/^Made the key shop: /).textContent()) ?? "";
  const key = said.replace("Made the key shop: ", "");

  const before = await ask("Hello", { key });
  await page.getByRole("button", { name: "Revoke shop" }).click();
  await page.getByText("shop is revoked").waitFor();
  const after = await ask("Hello", { key });

  expect([before.status, after.status]).toEqual([200, 401]);
  await page.getByRole("button", { name: "Restore shop" }).waitFor();
});

test("a key shows its account, whose points a new key of it sets and has", async () => {
  await page.getByText("Create a key").click();
  await page.getByLabel("Name").first().fill("second");
  await page.getByLabel("Account", { exact: true }).fill("main");
  await page.getByLabel("Points of the account").fill("4321");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText(/^Made the key second: /).waitFor();

  const rows = page.locator("#key-list > li").filter({ hasText: "account main" });
  await expect.poll(() => rows.count()).toBe(5);
  expect(await rows.locator(".points").allTextContents()).toEqual(Array(5).fill("4,321 points"));
});

test("a rotated key is shown with its new value, and the old one stops", async () => {
  await page.getByRole("button", { name: "Rotate full" }).click();
  const said = (await page.getByText(/^full is now /).textContent()) ?? "";

  expect(await focused()).toBe("Restore full");
  expect((await ask("Hello")).status).toBe(401);
  expect((await ask("Hello", { key: /sk-mock-\w+/.exec(said)?.[0] ?? "" })).status).toBe(200);
});

test("a fault that is switched on once hits the next call and no other", async () => {
  await choice("Fault").selectOption("status-503");
  await section("Faults").getByLabel("Times").fill("1");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("The fault status-503 is on.").waitFor();

  const first = await ask("Hello");
  await page.getByText("No fault is on").waitFor();
  const second = await ask("Hello");

  expect([first.status, second.status]).toEqual([503, 200]);
  await exchange("x-1").getByText("Fault status-503").waitFor();
});

test("a fault has its options, says what the client sees, and is cleared with all others", async () => {
  await choice("Fault").selectOption("status-429");
  await page.getByLabel("after", { exact: true }).fill("7");
  expect(await page.locator("#client-sees").textContent()).toContain("Status 429 with Retry-After");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("button", { name: "Remove status-429;after=7" }).waitFor();

  const during = await ask("Hello");
  await choice("Fault").selectOption("status-500");
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("button", { name: "Remove status-500" }).waitFor();
  await page.getByRole("button", { name: "Clear all" }).click();
  await page.getByText("No fault is on").waitFor();

  expect(during.headers.get("retry-after")).toBe("7");
  expect((await ask("Hello")).status).toBe(200);
});

test("the clock that is moved on empties a rate window, and stands when it is stopped", async () => {
  const statuses: number[] = [];
  for (let times = 0; times < 4; times += 1) statuses.push((await ask("Hello", { key: "sk-mock-tiny" })).status);
  await page.getByLabel("Move on by").fill("1");
  await choice("Unit").selectOption("minutes");
  await page.getByRole("button", { name: "Move on", exact: true }).click();
  await page.getByText(/^The clock runs from /).waitFor();
  statuses.push((await ask("Hello", { key: "sk-mock-tiny" })).status);

  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText(/^The clock stands at /).waitFor();

  expect(statuses).toEqual([200, 200, 200, 429, 200]);
  expect(await section("Clock").getByText("stands", { exact: true }).count()).toBe(1);
});

test("what the mock refuses is said in its own sentence", async () => {
  // Nothing that the page shows changes by it: a button that goes could not be clicked any more.
  await mockAdmin("PUT", "/clock", { now: "9999-12-31T23:59:00Z", isFrozen: true });
  await page.getByRole("button", { name: "+ 1 h" }).click();

  await page.getByRole("alert").getByText("The clock can't go beyond the year 9999.").waitFor();
  forgive("409 (Conflict)");
});

test("latency is set by a preset and by values, and what somebody else sets is shown", async () => {
  await page.getByRole("combobox", { name: "Preset" }).selectOption("standard");
  await page.getByText("The first event comes after 400 ms, then one every 30 ms.").waitFor();
  const preset = await (await mockAdmin("GET", "/latency")).json();

  await section("Latency").getByLabel("Gap, ms").fill("45");
  await section("Latency").getByRole("button", { name: "Set" }).click();
  await page.getByText("The first event comes after 400 ms, then one every 45 ms.").waitFor();
  const values = await (await mockAdmin("GET", "/latency")).json();
  const chosen = await page.getByRole("combobox", { name: "Preset" }).inputValue();
  await mockAdmin("PUT", "/latency", { preset: "instant" });
  await page.clock.fastForward(2000);
  await expect.poll(() => page.getByRole("combobox", { name: "Preset" }).inputValue()).toBe("instant");

  expect(preset).toEqual({ firstMs: 400, gapMs: 30, spread: 0 });
  expect(values).toEqual({ firstMs: 400, gapMs: 45, spread: 0 });
  expect(chosen).toBe("");
  expect(await section("Latency").getByLabel("Gap, ms").inputValue()).toBe("0");
});

test("a key is created with a limit and without permission, and a revoked one is restored", async () => {
  await page.getByText("Create a key").click();
  await page.getByLabel("Name").first().fill("guest");
  await page.getByLabel("Requests a minute").fill("2");
  await page.getByLabel("Has permission").uncheck();
  await page.getByRole("button", { name: "Create key" }).click();
  const said = (await page.getByText(/^Made the key guest: /).textContent()) ?? "";
  const statuses = [];
  for (let times = 0; times < 3; times += 1) {
    statuses.push((await ask("Hello", { key: said.replace("Made the key guest: ", "") })).status);
  }
  await page.getByRole("button", { name: "Restore revoked" }).click();
  await page.getByText("revoked works again.").waitFor();

  expect(statuses).toEqual([403, 403, 429]);
  expect(await page.getByLabel("Name").first().inputValue()).toBe("");
  expect(await page.getByLabel("Has permission").isChecked()).toBe(true);
  await page.locator("#key-list > li").filter({ hasText: "2/min" }).getByText("no permission").waitFor();
  expect((await ask("Hello", { key: "sk-mock-revoked" })).status).toBe(200);
});

test("a fault is for one model and key, is found in the catalogue, and the focus stays near when it goes", async () => {
  await choice("Fault").selectOption("status-503");
  await section("Faults").getByLabel("Model").selectOption("GPT-5.2");
  await section("Faults").getByLabel("Key").selectOption("tiny");
  await page.getByRole("button", { name: "Switch on" }).click();
  await section("Faults").getByRole("listitem").getByText("GPT-5.2, sk-mock-tiny", { exact: true }).waitFor();

  const others = await ask("Hello");
  const hit = await ask("Hello", { key: "sk-mock-tiny" });
  await page.getByRole("button", { name: "Remove status-503" }).press("Enter");
  await page.getByText("No fault is on").waitFor();
  const afterRemoval = await focused();
  await page.getByText("All faults", { exact: true }).click();

  expect([others.status, hit.status]).toEqual([200, 503]);
  expect(afterRemoval).toBe("Faults");
  const catalogue = page.getByRole("region", { name: "All faults" });
  expect(await catalogue.getByRole("term").count()).toBe(await choice("Fault").locator("option").count());
  await catalogue.getByText("stall;at=", { exact: false }).first().waitFor();
});

test("the clock is moved on by the hour, and runs again once it is started", async () => {
  await mockAdmin("PUT", "/clock", { now: "2030-01-01T00:00:00Z", isFrozen: true });
  await page.clock.fastForward(2000);
  await page.locator("#now").getByText("2030-01-01 00:00:00").waitFor();

  await page.getByRole("button", { name: "+ 1 h" }).click();
  await page.getByText("The clock stands at 2030-01-01 01:00:00.").waitFor();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByText(/^The clock runs from /).waitFor();
  await page.clock.fastForward(2000);

  await page
    .locator("#now")
    .getByText(/01:00:0[2-9]/)
    .waitFor();
});
