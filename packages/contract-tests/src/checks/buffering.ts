import type { Exchange } from "../exchange.js";
import { broken, pass, type Verdict } from "../rule.js";

/**
 * Judges that a streamed reply does not come all at once after it was written: only where writing took long. Where a much
 * shorter stream, if it is given, kept silent as long, it may be the first token that takes its time.
 */
export function judgeNotHeldBack({ reply, stream }: Exchange, shorter?: Exchange): Verdict {
  const pieces = stream().events.length;
  const [first, last] = [reply?.pieces[0], reply?.pieces.at(-1)];
  if (first === undefined || last === undefined || last.atMs < slowMs || pieces < fewPieces)
    return { outcome: "skip", reason: "The reply came too fast to tell whether it was held back." };
  if (last.atMs - first.atMs > atOnceMs) return pass;
  const silenceMs = shorter?.reply?.pieces[0]?.atMs ?? 0;
  const isFirstSlow =
    silenceMs > 0.7 * first.atMs && shorter !== undefined && 2 * shorter.stream().events.length < pieces;
  return broken({
    message: `${pieces} events came within ${Math.round(last.atMs - first.atMs)} ms, after ${Math.round(first.atMs)} ms of silence.`,
    expected: "events as they are written",
    ...(isFirstSlow && { provenance: "inferred" }),
  });
}

const slowMs = 500;

const fewPieces = 8;

const atOnceMs = 5;
