import { expect, test } from "vitest";
import {
  ask,
  browser,
  exchange,
  mock,
  mockAdmin,
  openConsoleForEachTest,
  opener,
  page,
  section,
} from "./console-page.ts";

openConsoleForEachTest();

test("markup in a prompt or a scripted reply is shown as text, and no script in it runs", async () => {
  const markup = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
  await mockAdmin("POST", "/replies", { text: "<b>x</b>", reply: { text: markup } });
  await ask(markup, { user: markup });
  await ask("Hello", { model: markup });
  await page.clock.fastForward(2000);

  await exchange("x-2").getByText(markup).waitFor();
  await section("Replies").getByRole("listitem").getByText(markup).waitFor();
  await page.getByRole("button", { name: "x-1" }).click();

  expect(await page.getByRole("region", { name: "Request body" }).textContent()).toContain("<img src=x onerror=");
  expect(await page.locator("main img, main script, main b").count()).toBe(0);
  expect(await page.title()).toBe("Model Access mock");
});

test("characters that hide or turn a text around are written out, and a family stays one character", async () => {
  await ask("pay \u202egnirts\u2066 👨‍👩‍👧 می‌خواهم", { model: "GPT\u200b-5.2\u202e" });
  await exchange("x-1").getByText("GPT\\u200b-5.2\\u202e").waitFor();

  await opener("x-1").click();

  const body = await page.getByRole("region", { name: "Request body" }).textContent();
  expect(body).toContain("pay \\u202egnirts\\u2066 👨‍👩‍👧 می‌خواهم");
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
