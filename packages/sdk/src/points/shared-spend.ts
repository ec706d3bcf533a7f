import { ModelAccessError } from "../errors/model-access-error.js";

/** The sums that a guard goes by. */
export interface SpendSums {
  spentPoints: number;
  reservedPoints: number;
}

/**
 * Adds up the points of several guards. `@model-access/sdk/points-redis` keeps the sums in Redis; write your own for another
 * store. Each function is one atomic step for all who call it, and none may hang: one that can't reach its store rejects.
 */
export interface SharedSpend {
  /** Reserves points under an id, unless spent and reserved points would then be above `maxPoints`. Returns the sums after that. */
  reserve(reservation: { id: string; points: number; maxPoints: number }): Promise<SpendSums & { isReserved: boolean }>;
  /**
   * Removes the reservation and counts what was spent instead. An id that is not reserved changes nothing, so a second
   * call does no harm. Returns the sums after that.
   */
  settle(settlement: { id: string; spentPoints: number }): Promise<SpendSums>;
}

/** The sums of a guard, its own or those it shares. */
export interface Account {
  /** As they were last known. */
  readonly sums: Readonly<SpendSums>;
  /** Reserves points if enough are left. Returns the function that settles them, once; undefined if too few are left. */
  reserve(points: number, operation: string): Promise<((spentPoints: number) => void) | undefined>;
}

/** Keeps the sums of one process. */
export function createOwnAccount(maxPoints: number): Account {
  const sums: SpendSums = { spentPoints: 0, reservedPoints: 0 };
  return {
    sums,
    async reserve(points) {
      if (points > Math.max(0, maxPoints - sums.spentPoints - sums.reservedPoints)) return undefined;
      sums.reservedPoints += points;
      return (spentPoints) => {
        sums.reservedPoints -= points;
        sums.spentPoints += spentPoints;
      };
    },
  };
}

/** Keeps the sums where others find them. What could not be settled is settled again when the store answers. */
export function createSharedAccount(shared: SharedSpend, maxPoints: number): Account {
  const sums: SpendSums = { spentPoints: 0, reservedPoints: 0 };
  // What the store failed to settle.
  const unsettled = new Map<string, number>();

  async function settle(id: string, spentPoints: number): Promise<void> {
    try {
      keep(await shared.settle({ id, spentPoints }));
    } catch {
      // It stays reserved until then.
      unsettled.set(id, spentPoints);
    }
  }

  function keep({ spentPoints, reservedPoints }: SpendSums): void {
    Object.assign(sums, { spentPoints, reservedPoints });
    for (const [id, spent] of [...unsettled]) {
      unsettled.delete(id);
      void settle(id, spent);
    }
  }

  return {
    sums,
    async reserve(points, operation) {
      const id = crypto.randomUUID();
      try {
        const answer = await shared.reserve({ id, points, maxPoints });
        keep(answer);
        return answer.isReserved ? (spentPoints) => void settle(id, spentPoints) : undefined;
      } catch (cause) {
        // The store may have done it all the same.
        void settle(id, 0);
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new ModelAccessError(
          `${operation} was not sent: its points could not be reserved, because the shared spend failed (${reason}); see that the store can be reached`,
          { cause },
        );
      }
    },
  };
}
