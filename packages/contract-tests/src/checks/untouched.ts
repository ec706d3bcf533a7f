import { balanceAt } from "../reading/account-reading.js";
import { type Fault, passIf, type Verdict } from "../rule.js";

/** Judges that no entry came into a history; `meanwhile` says, at the end of the sentence, what was done. */
export function judgeNoEntry(entries: unknown[], { meanwhile, ...fault }: Meanwhile): Verdict {
  const [count, actual] = [entries.length, JSON.stringify(entries[0])?.slice(0, 120)];
  const message = `${count === 1 ? "One entry" : `${count} entries`} came into the history ${meanwhile}.`;
  return passIf(count === 0, { message, expected: "no entry", actual, pointer: "/data", ...fault });
}

export function judgeNoFall(before: number, later: number, { meanwhile, ...fault }: Meanwhile): Verdict {
  const message = `The balance went from ${before} to ${later} ${meanwhile}.`;
  return passIf(later >= before, { message, expected: before, actual: later, pointer: balanceAt, ...fault });
}

type Meanwhile = Partial<Fault> & { meanwhile: string };
