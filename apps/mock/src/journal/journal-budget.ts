/** The bytes that the journals of all sessions of a mock may take together. */
export interface JournalBudget {
  /** Makes room for a new exchange, which counts as the latest of all. */
  add(owner: SlotOwner): JournalSlot;
}

/** The owner of a slot, which gives room back: first the bodies of its exchange, later the exchange. */
export interface SlotOwner {
  /** Forgets the bodies. Returns the bytes that they took. */
  forgetBodies(): number;
  /** Forgets the exchange, which is the oldest of its journal, and releases its slot. */
  forget(): void;
}

/** The room of one exchange. */
export interface JournalSlot {
  /** Takes so many bytes more. */
  grow(bytes: number): void;
  release(): void;
}

interface Node extends JournalSlot {
  owner: SlotOwner;
  bytes: number;
  isReleased: boolean;
  previous: Node | undefined;
  next: Node | undefined;
}

/** Sizes are reckoned, not measured: what the platform needs to keep texts takes up to a fifth more. */
const countedShare = 0.75;

/**
 * Keeps a sum of bytes. Where it is too large, the oldest exchanges lose their bodies, whichever session they are in,
 * and when none has one any more, the oldest are forgotten. The latest stays as it is.
 */
export function createJournalBudget(bytes: number): JournalBudget {
  const limit = bytes * countedShare;
  let sum = 0;
  let first: Node | undefined;
  let last: Node | undefined;
  /** The oldest that has its bodies still. */
  let firstWhole: Node | undefined;

  return {
    add(owner) {
      const node: Node = {
        owner,
        bytes: 0,
        isReleased: false,
        previous: last,
        next: undefined,
        grow: (bytes) => grow(node, bytes),
        release: () => release(node),
      };
      if (last !== undefined) last.next = node;
      last = node;
      first ??= node;
      firstWhole ??= node;
      return node;
    },
  };

  function grow(node: Node, bytes: number): void {
    if (node.isReleased) return;
    node.bytes += bytes;
    sum += bytes;
    while (sum > limit && firstWhole !== undefined && firstWhole !== last) {
      const given = firstWhole.owner.forgetBodies();
      firstWhole.bytes -= given;
      sum -= given;
      firstWhole = firstWhole.next;
    }
    while (sum > limit && first !== undefined && first !== last) first.owner.forget();
  }

  function release(node: Node): void {
    if (node.isReleased) return;
    node.isReleased = true;
    sum -= node.bytes;
    if (node.previous === undefined) first = node.next;
    else node.previous.next = node.next;
    if (node.next === undefined) last = node.previous;
    else node.next.previous = node.previous;
    if (firstWhole === node) firstWhole = node.next;
  }
}
