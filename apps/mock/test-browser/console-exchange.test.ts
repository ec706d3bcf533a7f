import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import {
  ask,
  context,
  exchange,
  focused,
  forgive,
  mock,
  mockAdmin,
  openConsoleForEachTest,
  opener,
  page,
} from "./console-page.ts";

const run = promisify(execFile);

openConsoleForEachTest();

const title = (id: string) => page.getByRole("heading", { name: `${id} createChatCompletion` });

test("an exchange stays open while so many others come that the table has it no more", async () => {
  await ask("Keep me");
  await opener("x-1").click();
  await title("x-1").waitFor();

  await Promise.all(Array.from({ length: 100 }, () => ask("Hello")));
  await exchange("x-1").waitFor({ state: "detached" });

  await page.getByText("It is not in the table above.").waitFor();
  expect(await page.getByRole("region", { name: "Request body" }).textContent()).toContain("Keep me");
});

test("a click in its row opens an exchange, and marking a text there does not", async () => {
  await ask("Hello");
  const model = exchange("x-1").getByText("GPT-5.2");
  const { x, y, width, height } = (await model.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 3, y + height / 2, { steps: 5 });
  await page.mouse.up();
  const marked = await page.evaluate(() => String(getSelection()));
  const isOpen = await title("x-1").isVisible();
  await opener("x-1").press("Enter");

  expect(marked).not.toBe("");
  expect(isOpen).toBe(false);
  await title("x-1").waitFor();
});

test("the address names the open exchange, and the back button leads to the one before", async () => {
  await ask("One");
  await ask("Two");

  await opener("x-1").click();
  await title("x-1").waitFor();
  await opener("x-2").click();
  await title("x-2").waitFor();
  const address = page.url();
  await page.goBack();
  await title("x-1").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await title("x-1").waitFor({ state: "detached" });

  expect(address).toBe(`${mock.baseURL}/_mock#x-2`);
  expect(page.url()).toBe(`${mock.baseURL}/_mock`);
});

test("a link to an exchange opens it, old as it may be, and says where it is no more", async () => {
  await page.goto("about:blank");
  await Promise.all(Array.from({ length: 102 }, () => ask("Hello")));

  await page.goto(`${mock.baseURL}/_mock#x-1`);
  await title("x-1").waitFor();
  await page.goto(`${mock.baseURL}/_mock#x-900`);

  await page.getByRole("alert").getByText("The journal of the session default has no x-900.").waitFor();
  forgive("404 (Not Found)");
});

test("an open stream grows on the page, and what the reader has folded out stays so", async () => {
  await mockAdmin("PUT", "/clock", { isFrozen: true });
  const response = await ask("Hello", { stream: true }, { "x-mock-latency": "first=1000,gap=1000" });
  await page.clock.fastForward(2000);
  await opener("x-1").click();
  await page.getByText("Request headers").click();

  await mockAdmin("POST", "/clock/advance", { ms: 3000 });
  await page.clock.fastForward(2000);
  await page.getByText(/^[34] pieces in /).waitFor();
  const isOpen = await page.getByText("x-mock-latency", { exact: true }).isVisible();
  await mockAdmin("POST", "/clock/advance", { ms: 3_600_000 });
  await response.text();

  expect(isOpen).toBe(true);
  await exchange("x-1").getByText("200", { exact: true }).waitFor();
});

test("an exchange that is copied as curl or fetch asks the same again, with the key that the journal masks", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await ask("It's “5 > 4”, isn't it?\n$HOME `id`", { stream: true }, { "x-mock-latency": "gap=1" });
  await opener("x-1").click();
  const copy = async (kind: string) => {
    await page.getByRole("button", { name: `Copy as ${kind}` }).click();
    await page.getByText(`Copied x-1 as ${kind}.`).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };

  const answers = [
    await run("sh", ["-c", await copy("curl")]),
    await run(process.execPath, ["--input-type=module", "--eval", await copy("fetch")]),
  ];
  await exchange("x-3").getByText("200").waitFor();

  const [first, ...again] = await Promise.all(["x-1", "x-2", "x-3"].map(requestOf));
  for (const { stdout } of answers) expect(stdout).toContain("[DONE]");
  for (const request of again) {
    expect(request.body).toEqual(first?.body);
    expect(request.headers).toContainEqual(["x-mock-latency", "gap=1"]);
  }
});

/** The request of an exchange as the journal has it. */
async function requestOf(id: string): Promise<{ body: { text: string }; headers: [string, string][] }> {
  const exchange = await (await mockAdmin("GET", `/journal/${id}`)).json();
  return exchange.request;
}

test("an exchange is sent again, and the focus stays where it is", async () => {
  await ask("Hello");
  await opener("x-1").click();

  await page.getByRole("button", { name: "Send again" }).press("Enter");
  await page.getByText("Sent x-1 again: answered 200.").waitFor();
  await exchange("x-2").getByText("200").waitFor();

  expect(await focused()).toBe("Send again");
});

test("an upload can't be sent again, and the page says why", async () => {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array([0, 255, 254])], { type: "image/png" }), "picture.png");
  await fetch(`${mock.baseURL}/v1/files`, {
    method: "POST",
    headers: { authorization: "Bearer sk-mock-full" },
    body: form,
  });

  await opener("x-1").click();

  await page.getByText("The body of this request isn't plain text.").waitFor();
  for (const name of ["Copy as curl", "Copy as fetch", "Send again"]) {
    expect(await page.getByRole("button", { name }).isDisabled(), name).toBe(true);
  }
});
