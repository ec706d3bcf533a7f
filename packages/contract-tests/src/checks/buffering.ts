import type { Exchange } from "../exchange.js";
import { broken, pass, type Verdict } from "../rule.js";

/**
 * Judges that a streamed reply does not come all at once, or in pages, after it was written: only where writing took long.
 * Where a much shorter stream, if it is given, kept silent as long, it may be the first token that takes its time.
 */
export function judgeNotHeldBack(exchange: Exchange, shorter?: Exchange): Verdict {
  const { reply, stream } = exchange;
  const pieces = stream().events.length;
  const [first, last] = [reply?.pieces[0], reply?.pieces.at(-1)];
  if (first === undefined || last === undefined || last.atMs < slowMs || pieces < fewPieces)
    return { outcome: "skip", reason: "The reply came too fast to tell whether it was held back." };
  const page = pageOf(exchange);
  if (page !== undefined) {
    const sizes = `${page.bytes.slice(0, mostSizes).join(", ")}${page.bytes.length > mostSizes ? " …" : ""}`;
    const message = `${pieces} events came in ${page.reads} reads, cut in the middle of events after ${sizes} bytes.`;
    return broken({ message: `${message} ${remedy}`, expected: "events as they are written" });
  }
  if (last.atMs - first.atMs > atOnceMs) return pass;
  // A buffer doesn't keep the writer's chunks apart; a machine that had no time for either side does.
  if ((reply?.pieces.length ?? 0) * 2 > pieces)
    return { outcome: "skip", reason: "The events came at once, but each by itself, as a busy machine makes them." };
  const silenceMs = shorter?.reply?.pieces[0]?.atMs ?? 0;
  const isFirstSlow =
    silenceMs > 0.7 * first.atMs && shorter !== undefined && 2 * shorter.stream().events.length < pieces;
  const message = `${pieces} events came within ${Math.round(last.atMs - first.atMs)} ms, after ${Math.round(first.atMs)} ms of silence.`;
  return broken({
    message: `${message} ${remedy}`,
    expected: "events as they are written",
    ...(isFirstSlow && { provenance: "inferred" }),
  });
}

/**
 * Tells how a stream was cut into pages; undefined where it was not. Who writes events ends each write with one, however busy the
 * machines are; who fills a buffer cuts wherever it is full. Many small cuts are a sender's own, and legal.
 */
export function pageOf({ reply, stream }: Exchange): { reads: number; bytes: number[] } | undefined {
  const { events } = stream();
  const pieces = reply?.pieces ?? [];
  // Pieces that come together are one read that the network divided.
  const ends = pieces.filter(({ atMs }, index) => (pieces[index + 1]?.atMs ?? Infinity) - atMs > atOnceMs);
  const cuts = ends.slice(0, -1).map(({ end }) => end);
  const isInEvent = (at: number) => events.some(({ start, end }) => start < at && at < end);
  const isPaged = cuts.length > 0 && cuts.every(isInEvent) && ends.length * fewestPerRead <= events.length;
  const sizes = ends.map(({ end }, index) => end - (ends[index - 1]?.end ?? 0));
  return isPaged && Math.max(...sizes) >= leastPage ? { reads: ends.length, bytes: sizes.slice(0, -1) } : undefined;
}

const remedy =
  "Switch off buffering in what stands in front (nginx: proxy_buffering off, or answer with X-Accel-Buffering: no), and flush after each event.";

const slowMs = 500;

/** More sizes of pages say no more. */
const mostSizes = 3;

const fewPieces = 8;

const atOnceMs = 5;

/** A page holds many events. */
const fewestPerRead = 4;

/** The smallest buffer that servers use. */
const leastPage = 1_024;
