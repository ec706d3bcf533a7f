import { expect, test } from "@model-access/mock/playwright";

test.skip(!process.env.CHROMIUM_PATH, "needs CHROMIUM_PATH");

test("a page of the app meets the session's faults", async ({ mock, page }) => {
  await mock.faults.add({ fault: "status-503", times: 1 });

  const statuses = await page.evaluate(async (baseURL) => {
    const ask = async () =>
      (await fetch(`${baseURL}/v1/models`, { headers: { authorization: "Bearer sk-mock-full" } })).status;
    return [await ask(), await ask()];
  }, mock.baseURL);

  expect(statuses).toEqual([503, 200]);
});
