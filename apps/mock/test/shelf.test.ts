import { expect, test } from "vitest";
import { createShelf, limitsOf } from "../src/session/shelf.js";

test("a history of 200 000 entries, all of them a month old, is listed in one go", () => {
  const history = createShelf(limitsOf("history main"));
  const put = (number: number, atMs: number) => history.put({ shelf: "", name: `q-${number}`, value: number, atMs });
  for (let number = 0; number < 200_000; number += 1) put(number, number);

  const before = history.list({ limit: 2, before: "q-100000" });
  put(200_000, 31 * 24 * 60 * 60 * 1000 + 200_000);

  expect(before).toEqual([99_999, 99_998]);
  expect(history.list({ limit: 2 })).toEqual([200_000]);
  expect(history.find("q-100000")).toBeUndefined();
});
