import { valueAt } from "@model-access/contract";
import { recordsOf } from "../reading/choose-model.js";
import { broken, type Fault, pass, type Verdict } from "../rule.js";
import type { WireReply } from "../wire/wire.js";
import { bodyOf } from "./reply.js";

/**
 * Judges the records of a list one by one, models as well as entries of the history: the first in which something is found
 * breaks the rule. The pointer of a fault is one into the record.
 */
export function judgeRecords(
  reply: WireReply | undefined,
  find: (record: unknown, index: number, records: unknown[]) => Fault | undefined,
): Verdict {
  const records = recordsOf(bodyOf(reply));
  for (const [index, record] of records.entries()) {
    const fault = find(record, index, records);
    if (fault !== undefined) return broken({ ...fault, pointer: `/data/${index}${fault.pointer ?? ""}` });
  }
  return pass;
}

/** Judges that no two records of a list have the same id. */
export function judgeOwnIds(reply: WireReply | undefined, { what, member }: { what: string; member: string }): Verdict {
  const pointer = `/${member}`;
  return judgeRecords(reply, (record, index, records) => {
    const id = valueAt(record, pointer);
    const isFirst = records.findIndex((each) => valueAt(each, pointer) === id) === index;
    return isFirst ? undefined : { message: `Two ${what} have the ${member} ${JSON.stringify(id)}.`, pointer };
  });
}
