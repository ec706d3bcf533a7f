import type { Report } from "@model-access/contract-tests";

/** One thing in which a server differs from the contract, and all that it makes the contract tests find, by outcome. */
export interface Deviation {
  because: string;
  fail?: string[];
  warn?: string[];
  note?: string[];
}

/** The whole of what deviations make the contract tests find: the outcome by rule. */
export function expectedOf(deviations: Deviation[]): Record<string, string> {
  const outcomes = ["fail", "warn", "note"] as const;
  return Object.fromEntries(
    deviations.flatMap((each) => outcomes.flatMap((outcome) => (each[outcome] ?? []).map((id) => [id, outcome]))),
  );
}

/** The whole of what a run has found; a rule that was inconclusive, or could not judge, is in it too. */
export function foundIn({ rules }: Report): Record<string, string> {
  const quiet = ["pass", "skip", "blocked"];
  return Object.fromEntries(
    rules.filter(({ outcome }) => !quiet.includes(outcome)).map(({ id, outcome }) => [id, outcome]),
  );
}
