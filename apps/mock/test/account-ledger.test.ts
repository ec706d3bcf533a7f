import { expect, test } from "vitest";
import { createLedger, type LedgerEntry } from "../src/account/ledger.js";

const dayMs = 24 * 60 * 60 * 1000;

const entry = (id: string, { timeMs = 0, points = 1 }: Partial<LedgerEntry> = {}): LedgerEntry => {
  return { id, keyName: "full", botName: "GPT-5.2", timeMs, points };
};

const idsOf = (page: { entries: LedgerEntry[] } | undefined) => page?.entries.map(({ id }) => id);

test("an entry takes at most what is left, and says what it took", () => {
  const ledger = createLedger(10);

  ledger.charge(entry("a", { points: 7 }));
  ledger.charge(entry("b", { points: 7 }));

  expect(ledger.balance()).toBe(0);
  expect(ledger.list({ limit: 2, startingAfter: undefined, nowMs: 0 })?.entries).toMatchObject([
    { id: "b", points: 3 },
    { id: "a", points: 7 },
  ]);
});

test("pages follow each other to the oldest entry, though new ones come in between", () => {
  const ledger = createLedger(10);
  for (const id of ["a", "b", "c", "d"]) ledger.charge(entry(id));

  const first = ledger.list({ limit: 3, startingAfter: undefined, nowMs: 0 });
  ledger.charge(entry("e"));
  const second = ledger.list({ limit: 3, startingAfter: "b", nowMs: 0 });

  expect([idsOf(first), first?.hasMore]).toEqual([["d", "c", "b"], true]);
  expect([idsOf(second), second?.hasMore]).toEqual([["a"], false]);
  expect(ledger.list({ limit: 3, startingAfter: "z", nowMs: 0 })).toBeUndefined();
});

test("R4.4: an entry is listed for 30 days, and its points stay spent", () => {
  const ledger = createLedger(10);
  ledger.charge(entry("old"));
  ledger.charge(entry("new", { timeMs: dayMs }));

  const onTheLastDay = ledger.list({ limit: 9, startingAfter: undefined, nowMs: 30 * dayMs });
  const later = ledger.list({ limit: 9, startingAfter: undefined, nowMs: 30 * dayMs + 1 });

  expect(idsOf(onTheLastDay)).toEqual(["new", "old"]);
  expect(idsOf(later)).toEqual(["new"]);
  expect(ledger.list({ limit: 9, startingAfter: "old", nowMs: 30 * dayMs + 1 })).toBeUndefined();
  expect(ledger.balance()).toBe(8);
});
