import { expect, test } from "vitest";
import { createLedger } from "../src/account/ledger.js";
import { mulberry32 } from "../src/random.js";
import { createQueue } from "../src/session/queue.js";

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

test("a ledger of a million entries, all of them a month old, is listed in one go", () => {
  const ledger = createLedger(2_000_000);
  for (let number = 0; number < 1_000_000; number += 1) {
    ledger.charge({ id: `q-${number}`, keyName: "full", botName: "GPT-5.2", timeMs: number, points: 1 });
  }

  const before = ledger.list({ limit: 2, startingAfter: "q-500000", nowMs: 1_000_000 });
  const after = ledger.list({ limit: 2, startingAfter: undefined, nowMs: 31 * 24 * 60 * 60 * 1000 + 1_000_000 });

  expect(before?.entries.map(({ id }) => id)).toEqual(["q-499999", "q-499998"]);
  expect(after).toEqual({ entries: [], hasMore: false });
});
