import type { Report } from "@model-access/contract-tests";

/** A deviation of a server from the contract, reviewed by a person. */
export interface Deviation {
  because: string;
  /** The rules that it breaks, by their ids. */
  breaks: RegExp;
}

/** Lists findings that no deviation explains, as outcome and id. Includes inconclusive rules, but no notes. */
export function listUnexplained({ rules }: Report, deviations: Deviation[]): string[] {
  return rules
    .filter(({ outcome }) => !["pass", "skip", "blocked", "note"].includes(outcome))
    .filter(({ id }) => !deviations.some(({ breaks }) => breaks.test(id)))
    .map(({ id, outcome, message }) => `${outcome} ${id}: ${message}`);
}

/** Lists the deviations that a run did not find. */
export function listMissed({ rules }: Report, deviations: Deviation[]): string[] {
  const found = rules.filter(({ outcome }) => ["fail", "warn", "note"].includes(outcome));
  return deviations.filter(({ breaks }) => !found.some(({ id }) => breaks.test(id))).map(({ because }) => because);
}
