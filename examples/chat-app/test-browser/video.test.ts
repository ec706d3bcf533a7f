import type { TestMock } from "@model-access/mock/playwright";
import { expect, test } from "./chat-page.ts";

/** Waits until the service has the video: the page says "queued" as soon as it asks for one. */
const created = (mock: TestMock) =>
  expect.poll(async () => (await mock.journal.list({ operationId: "createVideo" })).length).toBe(1);

test("a video shows its progress, then itself", async ({ chat, mock }) => {
  await mock.clock.freeze();
  const before = await chat.points();
  await chat.page.getByLabel("Question").fill("A paper boat");
  await chat.page.getByRole("button", { name: "Make a video" }).click();
  const video = chat.page.getByRole("article", { name: "Video: A paper boat" });

  await expect(video.getByText("queued")).toBeVisible();
  await created(mock);
  await mock.clock.advance(6000);
  await expect(video.getByText("in progress")).toBeVisible();
  const progress = () => video.getByRole("progressbar").evaluate(({ value }: HTMLProgressElement) => value);
  await expect.poll(progress).toBeGreaterThan(40);
  expect(await progress()).toBeLessThan(60);
  await mock.clock.advance(6000);

  await expect(video.locator("video")).toBeVisible();
  await expect
    .poll(() => video.locator("video").evaluate(({ duration }: HTMLVideoElement) => duration))
    .toBeGreaterThan(1);
  await expect.poll(chat.points).toBeLessThan(before);
  expect((await mock.journal.list({ operationId: "createVideo" })).length).toBe(1);
});

test("a video that fails says why", async ({ chat, mock }) => {
  await chat.page.getByLabel("Question").fill("A boat [fail]");
  await chat.page.getByRole("button", { name: "Make a video" }).click();
  await expect(chat.page.getByText("queued")).toBeVisible();
  await created(mock);

  await mock.clock.advance(60_000);

  await expect(chat.banner).toContainText("The video failed.");
});

test("a refused video can be requested again", async ({ chat, mock }) => {
  await mock.faults.add({ fault: "status-503", operationId: "createVideo", times: 1 });
  await chat.page.getByLabel("Question").fill("A paper boat");
  await chat.page.getByRole("button", { name: "Make a video" }).click();
  await expect(chat.banner).toContainText("The service failed.");

  await chat.banner.getByRole("button", { name: "Try again" }).click();

  await expect(chat.page.getByText("queued")).toBeVisible();
  await expect(chat.banner).toBeHidden();
});
