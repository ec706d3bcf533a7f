import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ask, browser, exchange, mock, openConsoleForEachTest, opener, page } from "./console-page.ts";

const scripts = join(dirname(createRequire(import.meta.url).resolve("@model-access/mock")), "console/page");

openConsoleForEachTest();

test("markup in a prompt is shown as text, and no script in it runs", async () => {
  const markup = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
  await ask(markup, { model: `GPT-5.2`, user: markup });
  await ask("Hello", { model: markup });

  await exchange("x-2").getByText(markup).waitFor();
  await page.getByRole("button", { name: "x-1" }).click();

  expect(await page.getByRole("region", { name: "Request body" }).textContent()).toContain("<img src=x onerror=");
  expect(await page.locator("main img, main script").count()).toBe(0);
  expect(await page.title()).toBe("Model Access mock");
});

test("characters that hide or turn a text around are written out", async () => {
  await ask("pay \u202egnirts\u2066", { model: "GPT\u200b-5.2\u202e" });
  await exchange("x-1").getByText("GPT\\u200b-5.2\\u202e").waitFor();

  await opener("x-1").click();

  expect(await page.getByRole("region", { name: "Request body" }).textContent()).toContain("pay \\u202egnirts\\u2066");
});

test("a family, written with joiners, stays one character", async () => {
  await ask("👨‍👩‍👧 می‌خواهم");
  await opener("x-1").click();

  expect(await page.getByRole("region", { name: "Request body" }).textContent()).toContain("👨‍👩‍👧 می‌خواهم");
});

test("no script of the console makes markup from text", () => {
  for (const file of readdirSync(scripts).filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(scripts, file), "utf8");
    expect(text, file).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|setHTML|DOMParser|eval\(/);
  }
});

test("without JavaScript the page says what there is instead", async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const opened = await plain.newPage();
  await opened.goto(`${mock.baseURL}/_mock`);

  const notice = opened.locator("noscript .notice");

  expect(await notice.isVisible()).toBe(true);
  expect(await notice.textContent()).toContain("This console needs JavaScript.");
  await plain.close();
});

test("a page of another origin can't put the console into a frame", async () => {
  const { headers } = await fetch(`${mock.baseURL}/_mock`);

  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("access-control-allow-origin")).toBeNull();
});
