import { expect, test } from "vitest";
import { mulberry32 } from "../src/random.js";
import { createQueue } from "../src/session/queue.js";
import { createShelf, limitsOf } from "../src/session/shelf.js";

test("over thousands of changes a queue holds what a list holds that is shifted", () => {
  const queue = createQueue<number>();
  const list: number[] = [];
  const random = mulberry32(3);

  for (let step = 0; step < 5000; step += 1) {
    if (random() % 5 < (step % 1000 < 500 ? 3 : 2)) {
      queue.push(step);
      list.push(step);
    } else {
      expect(queue.shift()).toBe(list.shift());
    }
    const start = random() % 10;
    expect([queue.length, queue.at(0), queue.at(2), queue.at(-1), queue.at(-9)]).toEqual([
      list.length,
      list.at(0),
      list.at(2),
      list.at(-1),
      list.at(-9),
    ]);
    expect(queue.slice(start, start + 4)).toEqual(list.slice(start, start + 4));
  }
});

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
