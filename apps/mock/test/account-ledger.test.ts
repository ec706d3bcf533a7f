import { expect, test } from "vitest";
import type { LedgerEntry } from "../src/account/ledger.js";
import { defaultWorld } from "../src/world/world.js";
import { createSessionOf } from "./session-of.js";

const dayMs = 24 * 60 * 60 * 1000;

const entry = (id: string, { timeMs = 0, points = 1 }: Partial<LedgerEntry> = {}): LedgerEntry => {
  return { id, keyName: "full", botName: "GPT-5.2", timeMs, points };
};

/** The ledger of an account that has ten points. */
async function createLedger() {
  const { state } = await createSessionOf(defaultWorld());
  const key = "sk-mock-full";
  await state.setBalance(key, 10);
  return {
    charge: (entry: LedgerEntry) => state.leave(key, { entry }),
    balance: () => state.balanceOf(key),
    list: (query: Parameters<typeof state.listEntries>[1]) => state.listEntries(key, query),
  };
}

const idsOf = (page: { entries: LedgerEntry[] } | undefined) => page?.entries.map(({ id }) => id);

test("an entry takes at most what is left, and says what it took", async () => {
  const ledger = await createLedger();

  await ledger.charge(entry("a", { points: 7 }));
  await ledger.charge(entry("b", { points: 7 }));

  expect(ledger.balance()).toBe(0);
  const page = await ledger.list({ limit: 2, startingAfter: undefined, nowMs: 0 });
  expect(page?.entries).toMatchObject([
    { id: "b", points: 3 },
    { id: "a", points: 7 },
  ]);
});

test("pages follow each other to the oldest entry, though new ones come in between", async () => {
  const ledger = await createLedger();
  for (const id of ["a", "b", "c", "d"]) await ledger.charge(entry(id));

  const first = await ledger.list({ limit: 3, startingAfter: undefined, nowMs: 0 });
  await ledger.charge(entry("e"));
  const second = await ledger.list({ limit: 3, startingAfter: "b", nowMs: 0 });

  expect([idsOf(first), first?.hasMore]).toEqual([["d", "c", "b"], true]);
  expect([idsOf(second), second?.hasMore]).toEqual([["a"], false]);
  expect(await ledger.list({ limit: 3, startingAfter: "z", nowMs: 0 })).toBeUndefined();
});

test("R4.4: an entry is listed for 30 days, and its points stay spent", async () => {
  const ledger = await createLedger();
  await ledger.charge(entry("old"));
  await ledger.charge(entry("new", { timeMs: dayMs }));

  const onTheLastDay = await ledger.list({ limit: 9, startingAfter: undefined, nowMs: 30 * dayMs });
  const later = await ledger.list({ limit: 9, startingAfter: undefined, nowMs: 30 * dayMs + 1 });

  expect(idsOf(onTheLastDay)).toEqual(["new", "old"]);
  expect(idsOf(later)).toEqual(["new"]);
  expect(await ledger.list({ limit: 9, startingAfter: "old", nowMs: 30 * dayMs + 1 })).toBeUndefined();
  expect(ledger.balance()).toBe(8);
});
