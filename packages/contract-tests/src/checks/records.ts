import { balanceAt } from "../reading/account-reading.js";
import { recordsOf } from "../reading/choose-model.js";
import { type Told, told } from "../reading/told.js";
import { broken, type Fault, pass, passIf, type Verdict } from "../rule.js";
import type { WireReply } from "../wire/wire.js";
import { bodyOf } from "./reply.js";

/**
 * Judges the records of a list one by one, models as well as entries of the history: the first in which something is found
 * breaks the rule. The pointer of a fault is one into the record.
 */
export function judgeRecords<Record = object>(
  reply: WireReply | undefined,
  find: (record: Told<Record>, index: number, records: Told<Record>[]) => Fault | false | undefined,
): Verdict {
  const records = recordsOf(bodyOf(reply)).map((record) => told<Record>(record));
  for (const [index, record] of records.entries()) {
    const fault = find(record, index, records);
    if (fault) return broken({ ...fault, pointer: `/data/${index}${fault.pointer ?? ""}` });
  }
  return pass;
}

export function judgeOwnIds(reply: WireReply | undefined, { what, member }: { what: string; member: string }): Verdict {
  return judgeRecords<Record<string, unknown>>(reply, (record, index, records) => {
    const id = record[member];
    const isFirst = records.findIndex((each) => each[member] === id) === index;
    return !isFirst && { message: `Two ${what} have the ${member} ${JSON.stringify(id)}.`, pointer: `/${member}` };
  });
}

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
