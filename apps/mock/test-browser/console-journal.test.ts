import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  ask,
  choice,
  exchange,
  focused,
  forgive,
  mock,
  mockAdmin,
  openConsoleForEachTest,
  page,
  restartMock,
} from "./console-page.ts";

openConsoleForEachTest();

test("a call shows up in the journal by itself, and its stream piece by piece in the detail", async () => {
  await (await ask("Hello", { stream: true })).text();

  await exchange("x-1").getByText("200").waitFor();
  await page.getByRole("button", { name: "x-1" }).click();

  await page.getByRole("heading", { name: "x-1 createChatCompletion" }).waitFor();
  await page.getByText(/^\d+ pieces in \d+ ms$/).waitFor();
  expect(await page.getByRole("cell", { name: "data: [DONE]" }).count()).toBe(1);
  expect(await page.getByRole("region", { name: "Request body" }).textContent()).toContain('"stream": true');
});

test("attempts are grouped, and the verdict on the client stands beside them", async () => {
  await mockAdmin("POST", "/faults", { fault: "status-429;after=7", times: 1 });
  await ask("Hello");
  await ask("Hello");

  await exchange("x-2").getByText("Attempt 2 of x-1").waitFor();
  await exchange("x-2")
    .getByText(/Wrong: Retried after [\d.]+ s, told to wait 7 s\.$/)
    .waitFor();
  await page.getByRole("button", { name: "x-2" }).click();
  await page.getByRole("heading", { name: "2 attempts of one request" }).waitFor();
  await page.getByRole("button", { name: /^x-1: 429$/ }).click();

  await page.getByRole("heading", { name: "x-1 createChatCompletion" }).waitFor();
});

test("a stream is shown while it is open, and how it ended once it has", async () => {
  await mockAdmin("PUT", "/clock", { isFrozen: true });
  const response = await ask("Hello", { stream: true }, { "x-mock-latency": "first=1000,gap=1000" });
  await page.clock.fastForward(2000);
  await exchange("x-1").getByText("200 open").waitFor();
  await page.getByRole("button", { name: "x-1" }).click();
  await page.getByText("not over yet", { exact: true }).waitFor();

  await mockAdmin("PATCH", "/keys/full", { isRevoked: true });
  await response.text();

  await exchange("x-1").getByText("200", { exact: true }).waitFor();
  await page.getByRole("cell", { name: /^event: error data: .*invalid_api_key/ }).waitFor();
});

test("the journal is filtered, downloaded as lines, and emptied", async () => {
  await ask("Hello");
  await ask("Hello", { temperature: 3 });
  await exchange("x-2").waitFor();

  await choice("Status").selectOption("4xx");
  await exchange("x-1").waitFor({ state: "detached" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download JSON Lines" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\n");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByText("Nothing yet.").waitFor();

  expect(download.suggestedFilename()).toBe("journal-default.jsonl");
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(["x-1", "x-2"]);
});

test("the journal is searched for a text, and shows what one key asked", async () => {
  await ask("Where is the harbour?");
  await ask("Hello", { key: "sk-mock-tiny" });
  await ask("Hello");
  await exchange("x-3").waitFor();

  await page.getByRole("searchbox", { name: "Contains" }).fill("HARBOUR");
  await exchange("x-3").waitFor({ state: "detached" });
  const found = await ids();
  await ask("Is the harbour far?");
  await exchange("x-4").waitFor();
  await page.getByRole("searchbox", { name: "Contains" }).fill("");
  await page.getByRole("search").getByRole("combobox", { name: "Key" }).selectOption("tiny");
  await exchange("x-1").waitFor({ state: "detached" });

  expect(found).toEqual(["x-1"]);
  expect(await ids()).toEqual(["x-2"]);
});

test("older exchanges than the last hundred are shown for the asking", async () => {
  await page.goto("about:blank");
  await Promise.all(Array.from({ length: 103 }, () => ask("Hello")));
  await page.goto(`${mock.baseURL}/_mock`);
  await exchange("x-4").waitFor();
  const before = await ids();

  await page.getByRole("button", { name: "Show 100 older" }).click();
  await page.getByText("103 shown.").waitFor();

  expect([before.length, before.at(-1)]).toEqual([100, "x-4"]);
  expect((await ids()).at(-1)).toBe("x-1");
  expect(await page.getByRole("button", { name: "Show 100 older" }).isVisible()).toBe(false);
  expect(await focused()).toBe("Journal");
});

test("when the mock goes the page says so, and it goes on with the one that comes", async () => {
  await ask("Hello");
  await exchange("x-1").waitFor();

  await mock.close();
  await page.getByText("The mock does not answer; trying again").waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("alert").getByText("The mock does not answer. Is it still running?").waitFor();
  await restartMock({ state: { bots: [{ name: "Newcomer" }] } });
  await page.getByText("Live", { exact: true }).waitFor();
  await ask("Hello again", { temperature: 3 });

  await exchange("x-1").getByText("400").waitFor();
  await page.getByRole("row", { name: /^Newcomer/ }).waitFor();
  forgive("net::ERR");
});

test("the journal is filtered by operation and by verdict, and says when nothing is left", async () => {
  await mockAdmin("POST", "/faults", { fault: "status-429;after=7", times: 1 });
  await ask("Hello");
  await ask("Hello");
  await fetch(`${mock.baseURL}/v1/models`);
  await exchange("x-3").waitFor();

  await choice("Verdict").selectOption("true");
  await page.getByText("1 shown.").waitFor();
  const judged = await ids();
  await choice("Operation").selectOption("listModels");
  await page.getByText("No exchange matches the filter.").waitFor();
  await choice("Verdict").selectOption("");
  await exchange("x-3").waitFor();

  expect(judged).toEqual(["x-2"]);
  expect(await ids()).toEqual(["x-3"]);
});

const ids = () => page.locator("#exchanges th").allTextContents();
