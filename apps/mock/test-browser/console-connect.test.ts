import { expect, test } from "vitest";
import { choice, context, mock, openConsoleForEachTest, page } from "./console-page.ts";

openConsoleForEachTest();

test("each client has a snippet with the base URL that it wants", async () => {
  const found: Record<string, string> = {};
  for (const client of ["curl", "@model-access/sdk", "openai", "@anthropic-ai/sdk", "AI SDK"]) {
    await choice("Client").selectOption(client);
    found[client] = await page.getByLabel("Base URL").inputValue();
    expect(await page.getByRole("region", { name: "Snippet" }).textContent()).toContain(found[client]);
  }

  expect(found).toEqual({
    curl: mock.baseURL,
    "@model-access/sdk": mock.baseURL,
    openai: `${mock.baseURL}/v1`,
    "@anthropic-ai/sdk": mock.baseURL,
    "AI SDK": `${mock.baseURL}/v1`,
  });
});

test("a key and a snippet are copied whole", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await page.getByRole("button", { name: "Copy tiny" }).click();
  await page.getByText("Copied sk-mock-tiny").waitFor();
  const key = await clipboard();
  await choice("Client").selectOption("openai");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("Copied the snippet for openai.").waitFor();

  expect(key).toBe("sk-mock-tiny");
  expect(await clipboard()).toBe(await page.getByRole("region", { name: "Snippet" }).textContent());
});

test("bots are shown with who gets at them and their setting controls", async () => {
  const planner = page.getByRole("row", { name: /^Trip-Planner/ });
  await planner.getByText("6 controls").click();

  expect(await planner.getByRole("listitem").allTextContents()).toEqual([
    "From: origin, text field",
    "What to leave out: avoid, text area",
    "By: transport, drop down: rail, sea",
    "Own cabin: cabin, toggle switch",
    "Days: days, slider: 1 to 14 by 1",
    expect.stringMatching(/^Shape: aspect_ratio, aspect ratio: 3:2, /),
  ]);
  expect(await page.getByRole("row", { name: /^App-Creator/ }).textContent()).toContain("app-creation");
});
