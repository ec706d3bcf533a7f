import type { Report } from "@model-access/contract-tests";

/** One thing in which a server differs from the contract; a person looked at it. */
export interface Deviation {
  because: string;
  /** The rules that it breaks, by their ids. */
  breaks: RegExp;
}

/** Lists what a run found and no deviation explains: outcome and id. Notes don't count; what could not be judged does. */
export function unexplainedIn({ rules }: Report, deviations: Deviation[]): string[] {
  return rules
    .filter(({ outcome }) => !["pass", "skip", "blocked", "note"].includes(outcome))
    .filter(({ id }) => !deviations.some(({ breaks }) => breaks.test(id)))
    .map(({ id, outcome, message }) => `${outcome} ${id}: ${message}`);
}

/** Lists the deviations that a run did not find. */
export function missedIn({ rules }: Report, deviations: Deviation[]): string[] {
  const found = rules.filter(({ outcome }) => ["fail", "warn", "note"].includes(outcome));
  return deviations.filter(({ breaks }) => !found.some(({ id }) => breaks.test(id))).map(({ because }) => because);
}
