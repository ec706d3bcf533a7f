import type { Exchange } from "../../exchange.js";
import { type Answer, toldBy } from "../../reading/told.js";
import { inconclusive, type Judged } from "../../story.js";
import type { WireReply } from "../../wire/wire.js";

/** So many readings of the same progress, three times as many as it moved for, are no pause. */
const leastStill = 12;

/** The states that end a video. */
export const finalStates = ["completed", "failed"];

export const states = ["queued", "in_progress", ...finalStates];

export const videoIn = (answer: Answer) => toldBy<"retrieveVideo">(answer);

/** Judges that a video stays what was ordered: its life changes nothing about these members. */
export function judgeKept(finished: Exchange, created: Exchange): Judged {
  for (const reply of [...finished.earlier, finished.reply]) {
    for (const name of ["prompt", "seconds", "size", "created_at"] as const) {
      const [expected, actual] = [videoIn(created)[name], videoIn(reply)[name]];
      if ([expected, actual].some((each) => (each ?? null) === null) || String(expected) === String(actual)) continue;
      const message = `The ${name} of the video was ${JSON.stringify(expected)} when it was created, and is ${JSON.stringify(actual)}.`;
      return { message, expected, actual, pointer: `/${name}` };
    }
  }
  return undefined;
}

/** Judges that a video completes, and how it gets there. */
export function judgeCompleted(finished: Exchange, created: Exchange): Judged {
  const replies = [...finished.earlier, finished.reply];
  const { status, progress: end, completed_at: at } = videoIn(finished);
  const progress = replies.map((reply) => Number(videoIn(reply).progress));
  const still = standsStillFor(replies);
  if (still !== undefined) {
    const message = `The video is not finished: its progress is ${progress.at(-1)} in ${still} readings in a row, and moved in ${replies.length - still} before them.`;
    return { message, expected: "completed", actual: status, pointer: "/progress" };
  }
  if (!finalStates.includes(String(status)) && states.includes(String(status)))
    return inconclusive(`The video was not finished in ${replies.length} readings.`, "--video-wait SECONDS");
  const stated = `The video's status is ${JSON.stringify(status)}.`;
  if (status !== "completed")
    return { message: stated, expected: "completed", actual: `${status}`, pointer: "/status" };
  const ended = `The video is completed, and its progress is ${end}.`;
  if (typeof end === "number" && end !== 100)
    return { message: ended, expected: 100, actual: end, pointer: "/progress" };
  const [message, expected] = ["The video is completed, and says no time for it.", "seconds since 1970"];
  if (typeof at !== "number")
    return { message, expected, actual: JSON.stringify(at) ?? "absent", pointer: "/completed_at" };
  const { id } = videoIn(created);
  if (replies.some((reply) => videoIn(reply).id !== id))
    return { message: "The video changed its id.", expected: `${id}`, pointer: "/id" };
  const isForward = progress.every((value, index) => value >= (progress[index - 1] ?? 0));
  return !isForward && { message: `The progress went back: ${progress.join(", ")}.`, pointer: "/progress" };
}

/** In how many readings, up to the last one, a video that once moved has not; undefined where that is no sign of a fault. */
export function standsStillFor(replies: (WireReply | undefined)[]): number | undefined {
  const said = replies.map(videoIn).map(({ status, progress }) => [status, progress].join(" "));
  const moved = said.findLastIndex((each) => each !== said.at(-1)) + 1;
  const still = said.length - moved;
  const isRunning = videoIn(replies.at(-1)).status === "in_progress" && new Set(said).size > 2;
  return isRunning && still >= leastStill && still >= 3 * moved ? still : undefined;
}
