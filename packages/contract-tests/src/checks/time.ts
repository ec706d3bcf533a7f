import { broken, pass, type Verdict } from "../rule.js";
import { headerOf, type WireReply } from "../wire/wire.js";

/**
 * True for a time that is to come, or as far back as another time zone would put it. One that is further back is a fixed
 * one, as a recording has it. The server's own clock tells what is now, where it does.
 */
export function isHoursOff(seconds: number, reply: WireReply | undefined): boolean {
  const saidMs = Date.parse((reply && headerOf(reply, "date")) ?? "");
  const age = (Number.isNaN(saidMs) ? Date.now() : saidMs) / 1000 - seconds;
  return age < -leastOffSeconds || (age > leastOffSeconds && age < mostOffSeconds);
}

export function judgeTime(
  created: unknown,
  { pointer, reply }: { pointer: string; reply: WireReply | undefined },
): Verdict {
  if (typeof created !== "number" || (created > firstYear && !isHoursOff(created, reply))) return pass;
  return broken({
    message: `${pointer} is ${created}; expected seconds since 1970, and about now.`,
    expected: "seconds since 1970",
    actual: String(created),
    pointer,
  });
}

const firstYear = Date.UTC(2020, 0, 1) / 1000;

const leastOffSeconds = 600;

const mostOffSeconds = 26 * 3_600;
