import type { DeadlineClock, Due } from "./deadline-clock.js";

/** Which of the deadlines of a call passed. */
export type DeadlinePhase = "headers" | "firstContent" | "betweenContents" | "total";

/** How long a call may take, in milliseconds. `Infinity` switches a deadline off. */
export interface Timeouts {
  /** From sending an attempt to the headers of its answer. Five minutes by default: a whole reply is sent when it is written. */
  headers?: number | undefined;
  /** From the headers to the first content of a stream, or to the end of a whole reply. Five minutes by default. */
  firstContent?: number | undefined;
  /** From one content of a stream to the next; comments, pings and empty deltas are none, and it counts only while you read. Two minutes by default. */
  betweenContents?: number | undefined;
  /** From the start of the call to its end, retries and stream included. Off by default. */
  total?: number | undefined;
}

/** What a stream tells the deadlines of its call. When one passes, the signal of the call aborts with a `TimeoutError`. */
export interface Deadlines {
  /** The headers of the answer came. */
  onHeaders(): void;
  /** An event with content came. */
  onContent(): void;
  /** Lets no time pass between contents while nobody waits for the service; a reader may take its time. */
  countWhile(isAwaited: () => boolean): void;
  /** Somebody waits for the service again. */
  onRead(): void;
  /** The call is over. */
  end(): void;
}

/** Every deadline, in milliseconds. */
export type ResolvedTimeouts = Record<DeadlinePhase, number>;

/** The deadlines of a call that does not say otherwise. */
export const defaultTimeouts: ResolvedTimeouts = {
  headers: 300_000,
  firstContent: 300_000,
  betweenContents: 120_000,
  total: Infinity,
};

interface CallDeadlinesArguments {
  clock: DeadlineClock;
  timeouts: ResolvedTimeouts;
  onExpire(phase: DeadlinePhase, timeoutMs: number): void;
}

/** The deadlines of one call. */
export class CallDeadlines implements Deadlines, Due {
  dueMs = Infinity;
  #phase: DeadlinePhase = "total";
  #isOver = false;
  #isAwaited = () => true;
  /** What would have passed, had anybody waited for it. */
  #paused: DeadlinePhase | undefined;
  readonly #clock: DeadlineClock;
  readonly #timeouts: ResolvedTimeouts;
  readonly #totalDueMs: number;
  readonly #onExpire: CallDeadlinesArguments["onExpire"];

  constructor({ clock, timeouts, onExpire }: CallDeadlinesArguments) {
    this.#clock = clock;
    this.#timeouts = timeouts;
    this.#totalDueMs = timeouts.total === Infinity ? Infinity : clock.now() + timeouts.total;
    this.#onExpire = onExpire;
  }

  /** An attempt goes out. */
  onSending(): void {
    this.#enter("headers");
  }

  /** The call waits for its next attempt: its turn, the key, or the end of a pause. */
  onWaiting(): void {
    this.#enter("total");
  }

  onHeaders(): void {
    this.#enter("firstContent");
  }

  onContent(): void {
    this.#enter("betweenContents");
  }

  end(): void {
    this.#isOver = true;
    this.#clock.forget(this);
  }

  countWhile(isAwaited: () => boolean): void {
    this.#isAwaited = isAwaited;
  }

  onRead(): void {
    if (this.#paused !== undefined) this.#enter(this.#paused);
  }

  expire(): void {
    // Looked at only now, because events come more often than deadlines pass.
    if (this.#phase !== "total" && !this.#isAwaited()) {
      const paused = this.#phase;
      this.#enter("total");
      this.#paused = paused;
      return;
    }
    this.#isOver = true;
    this.#onExpire(this.#phase, this.#timeouts[this.#phase]);
  }

  #enter(phase: DeadlinePhase): void {
    if (this.#isOver) return;
    this.#paused = undefined;
    const nowMs = this.#clock.now();
    const dueMs = phase === "total" ? this.#totalDueMs : nowMs + this.#timeouts[phase];
    this.#phase = dueMs < this.#totalDueMs ? phase : "total";
    this.dueMs = Math.min(dueMs, this.#totalDueMs);
    this.#clock.watch(this, nowMs);
  }
}
