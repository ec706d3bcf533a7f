import type { JournalEntry } from "./journal.js";

/** A journal, which gives room back: first the bodies of an exchange, later the exchange. */
export interface SlotOwner {
  /** Forgets the bodies of an exchange. Returns the bytes that they took. */
  forgetBodies(entry: JournalEntry): number;
  /** Forgets the oldest exchange of the journal, and releases its slot. */
  forgetOldest(): void;
}

/** The room of one exchange, which its journal makes and the budget links with the others. */
export interface JournalSlot {
  readonly owner: SlotOwner;
  readonly entry: JournalEntry;
  bytes: number;
  isReleased: boolean;
  previous: JournalSlot | undefined;
  next: JournalSlot | undefined;
}

/** Sizes are reckoned, not measured: what the platform needs to keep texts takes up to a fifth more. */
const countedShare = 0.75;

/** The bytes that the journals of all sessions of a mock may take together. */
export type JournalBudget = ReturnType<typeof createJournalBudget>;

/**
 * Keeps a sum of bytes. Where it is too large, the oldest exchanges lose their bodies, whichever session they are in,
 * and when none has one any more, the oldest are forgotten. The latest stays as it is.
 */
export function createJournalBudget(bytes: number) {
  const limit = bytes * countedShare;
  let sum = 0;
  let first: JournalSlot | undefined;
  let last: JournalSlot | undefined;
  /** The oldest that has its bodies still. */
  let firstWhole: JournalSlot | undefined;

  return {
    add(slot: JournalSlot) {
      slot.previous = last;
      if (last !== undefined) last.next = slot;
      last = slot;
      first ??= slot;
      firstWhole ??= slot;
    },
    /** Takes so many bytes more for an exchange. */
    grow,
    release,
  };

  function grow(slot: JournalSlot, bytes: number): void {
    if (slot.isReleased) return;
    slot.bytes += bytes;
    sum += bytes;
    while (sum > limit && firstWhole !== undefined && firstWhole !== last) {
      const given = firstWhole.owner.forgetBodies(firstWhole.entry);
      firstWhole.bytes -= given;
      sum -= given;
      firstWhole = firstWhole.next;
    }
    while (sum > limit && first !== undefined && first !== last) first.owner.forgetOldest();
  }

  function release(slot: JournalSlot): void {
    if (slot.isReleased) return;
    slot.isReleased = true;
    sum -= slot.bytes;
    if (slot.previous === undefined) first = slot.next;
    else slot.previous.next = slot.next;
    if (slot.next === undefined) last = slot.previous;
    else slot.next.previous = slot.previous;
    if (firstWhole === slot) firstWhole = slot.next;
    // A released one that the collector takes for old would keep the later ones from being collected while they are new.
    slot.previous = undefined;
    slot.next = undefined;
  }
}
