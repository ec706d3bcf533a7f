import { valueAt } from "@model-access/contract";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { broken, pass, passIf, type Verdict } from "../../rule.js";
import type { WireReply } from "../../wire/wire.js";

/** So many readings of the same progress, three times as many as it moved for, are no pause. */
const leastStill = 12;

/** The states that end a video. */
export const finalStates = ["completed", "failed"];

/** The states of a video. */
export const states = ["queued", "in_progress", ...finalStates];

/** The status of a video. */
export const statusOf = (reply: WireReply | undefined) => valueAt(bodyOf(reply), "/status");

/** The id of a video. */
export const idOf = (reply: WireReply | undefined) => valueAt(bodyOf(reply), "/id");

type Read = Record<"finished" | "created", Exchange>;

/** Members of a video that its life changes nothing about. */
const lasting = ["prompt", "seconds", "size", "created_at"];

/** Judges that a video stays what was ordered. */
export function judgeKept({ finished, created }: Read): Verdict {
  const first = bodyOf(created.reply);
  for (const reply of [...finished.earlier, finished.reply]) {
    for (const name of lasting) {
      const [was, is] = [first, bodyOf(reply)].map((body) => valueAt(body, `/${name}`));
      if (was === undefined || is === undefined || is === null || was === null || String(was) === String(is)) continue;
      const message = `The ${name} of the video was ${JSON.stringify(was)} when it was created, and is ${JSON.stringify(is)}.`;
      return broken({ message, expected: was, actual: is, pointer: `/${name}` });
    }
  }
  return pass;
}

/** Judges that a video has a known status whenever it is read. */
export function judgeStates({ finished, created }: Read): Verdict {
  const seen = [created.reply, ...finished.earlier, finished.reply].map(statusOf);
  const other = seen.find((status) => !states.includes(String(status)));
  const expected = states.join(", ");
  const message = `The video's status was ${JSON.stringify(other)}; a client that waits for its end knows none but ${expected}.`;
  const areKnown = seen.every((status) => states.includes(String(status)));
  return passIf(areKnown, { message, expected, actual: `${other}`, pointer: "/status" });
}

/** Judges that a video completes, and how it gets there. */
export function judgeCompleted({ finished, created }: Read): Verdict {
  const replies = [...finished.earlier, finished.reply];
  const last = bodyOf(finished.reply);
  const [status, end, completedAt] = ["/status", "/progress", "/completed_at"].map((pointer) => valueAt(last, pointer));
  const progress = replies.map((reply) => Number(valueAt(bodyOf(reply), "/progress")));
  const still = standsStillFor(replies);
  if (still !== undefined) {
    const message = `The video is not finished: its progress is ${progress.at(-1)} in ${still} readings in a row, and moved in ${replies.length - still} before them.`;
    return broken({ message, expected: "completed", actual: status, pointer: "/progress" });
  }
  if (!finalStates.includes(String(status)) && states.includes(String(status))) {
    const reason = `The video was not finished in ${replies.length} readings.`;
    return { outcome: "inconclusive", reason, needs: "--video-wait SECONDS" };
  }
  const stated = `The video's status is ${JSON.stringify(status)}.`;
  if (status !== "completed")
    return broken({ message: stated, expected: "completed", actual: `${status}`, pointer: "/status" });
  const ended = `The video is completed, and its progress is ${end}.`;
  if (typeof end === "number" && end !== 100)
    return broken({ message: ended, expected: 100, actual: end, pointer: "/progress" });
  const [message, expected] = ["The video is completed, and says no time for it.", "seconds since 1970"];
  if (typeof completedAt !== "number")
    return broken({ message, expected, actual: JSON.stringify(completedAt) ?? "absent", pointer: "/completed_at" });
  const id = idOf(created.reply);
  if (replies.some((reply) => idOf(reply) !== id))
    return broken({ message: "The video changed its id.", expected: `${id}`, pointer: "/id" });
  const isForward = progress.every((value, index) => value >= (progress[index - 1] ?? 0));
  return passIf(isForward, { message: `The progress went back: ${progress.join(", ")}.`, pointer: "/progress" });
}

/** In how many readings, up to the last one, a video that once moved has not; undefined where that is no sign of a fault. */
export function standsStillFor(replies: (WireReply | undefined)[]): number | undefined {
  const told = replies.map((reply) => [statusOf(reply), valueAt(bodyOf(reply), "/progress")].join(" "));
  const moved = told.findLastIndex((each) => each !== told.at(-1)) + 1;
  const still = told.length - moved;
  const isRunning = statusOf(replies.at(-1)) === "in_progress" && new Set(told).size > 2;
  return isRunning && still >= leastStill && still >= 3 * moved ? still : undefined;
}
