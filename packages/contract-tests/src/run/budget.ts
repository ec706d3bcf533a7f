export interface Budget {
  /** The most points, by the account's balance. */
  maxPoints?: number;
  maxCalls?: number;
  maxSeconds?: number;
}

/** The amounts that a run has used up so far. */
export interface Spent {
  calls: number;
  seconds: number;
  /** By the balance; undefined where it can't be read. */
  points: number | undefined;
}

export function whyOverBudget({ maxPoints, maxCalls, maxSeconds }: Budget, spent: Spent): string | undefined {
  if (maxCalls !== undefined && spent.calls >= maxCalls) return `the limit of ${maxCalls} calls was reached`;
  if (maxSeconds !== undefined && spent.seconds >= maxSeconds) return `the limit of ${maxSeconds} s was reached`;
  if (maxPoints !== undefined && spent.points !== undefined && spent.points >= maxPoints)
    return `the limit of ${maxPoints} points was reached`;
  return undefined;
}
