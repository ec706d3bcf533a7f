import type { Answer, EventStream } from "../call.js";
import { ConnectionFault } from "../faults/connection-fault.js";
import type { Journal, JournalEntry, JournalResponse } from "./journal.js";

/** The answer, with what goes out and when written into its entry, which is published when it is over. */
export function watchAnswer(
  answer: Answer,
  { entry, now, journal }: { entry: JournalEntry; now: () => number; journal: Journal },
): Answer {
  const { status, headers, body } = answer;
  const response: JournalResponse = { status, headers, atMs: now(), chunks: [], endMs: 0, ending: "open" };
  journal.answer(entry, response);
  if (typeof body === "function") return { ...answer, body: watchedStream(body) };
  if (body.length > 0) journal.keep(entry, { atMs: response.atMs, chunk: body });
  end("complete", response.atMs);
  return answer;

  function watchedStream(events: EventStream): EventStream {
    return async (signal, send) => {
      let ending: JournalResponse["ending"] = "left";
      try {
        await events(signal, (chunk) => {
          journal.keep(entry, { atMs: now(), chunk });
          return send(chunk);
        });
        if (!signal.aborted) ending = "complete";
      } catch (error) {
        ending = endingOf(error, signal);
        throw error;
      } finally {
        end(ending, now());
      }
    };
  }

  function end(ending: JournalResponse["ending"], endMs: number): void {
    response.ending = ending;
    response.endMs = endMs;
    journal.publish(entry);
  }
}

function endingOf(error: unknown, signal: AbortSignal): JournalResponse["ending"] {
  if (error instanceof ConnectionFault) return error.how === "reset" ? "reset" : "cut";
  return signal.aborted ? "left" : "cut";
}
