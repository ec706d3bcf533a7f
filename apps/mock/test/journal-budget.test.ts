import { expect, test } from "vitest";
import { createJournalBudget, type JournalSlot, type SlotOwner } from "../src/journal/journal-budget.js";

const owner: SlotOwner = { forgetBodies: () => 0, forgetOldest: () => undefined };

const slotOf = (id: string): JournalSlot => ({
  owner,
  entry: {
    id,
    atMs: 0,
    call: {
      method: "GET",
      path: "/",
      query: new URLSearchParams(),
      target: "/",
      headers: {},
      body: undefined,
      ...here,
    },
    omittedBytes: 0,
    operationId: undefined,
    key: undefined,
    faults: [],
    notices: [],
    response: undefined,
  },
  bytes: 0,
  isReleased: false,
  previous: undefined,
  next: undefined,
});

const here = { origin: "http://127.0.0.1", isLocal: true };

test("an exchange that is let go refers to no other, and its neighbours to each other", () => {
  const budget = createJournalBudget(1000);
  const [oldest, middle, latest] = [slotOf("x-1"), slotOf("x-2"), slotOf("x-3")];
  for (const slot of [oldest, middle, latest]) budget.add(slot);

  budget.release(middle);

  expect([middle.previous, middle.next]).toEqual([undefined, undefined]);
  expect(oldest.next).toBe(latest);
  expect(latest.previous).toBe(oldest);
});
