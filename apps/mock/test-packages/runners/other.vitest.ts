import { expect, test } from "@model-access/mock/vitest";

test("uses the mock of the run in another file too", async ({ mock, mockURL, annotate }) => {
  expect((await mock.keys.list()).length).toBeGreaterThan(0);
  await annotate(mockURL, "origin");
});
