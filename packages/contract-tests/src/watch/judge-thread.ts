import { Worker } from "node:worker_threads";
import type { Capture } from "@model-access/contract/proxy";
import type { Topic } from "../topic.js";
import type { TrafficVerdict } from "../traffic/judge-traffic.js";

export interface JudgeThreadData {
  journal: string | undefined;
  keepsPrompts: boolean;
  failOn: Topic[] | undefined;
}

/** More than these are not held back in memory: the traffic may be more than one thread can judge. */
const mostWaiting = { exchanges: 1_000, bytes: 64 * 1024 * 1024 };

/** Exchanges are handed over when the calls that follow at once have been passed on. */
const handOverMs = 20;

/**
 * Judges exchanges on a thread of its own, so that the proxy passes bytes on meanwhile. `onFault` is told of an exchange that could
 * not be judged, and of a journal that can't be written.
 */
export function startJudgeThread({
  onVerdict,
  onFault,
  ...data
}: JudgeThreadData & { onVerdict(verdict: TrafficVerdict): void; onFault(message: string): void }) {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: data });
  const waiting: number[] = [];
  const taken: Capture[] = [];
  let waitingBytes = 0;
  let hasStopped = false;
  let whenIdle: (() => void) | undefined;
  worker.on("message", (message: { verdict?: TrafficVerdict; fault?: string }) => {
    waitingBytes -= waiting.shift() ?? 0;
    if (message.verdict !== undefined) onVerdict(message.verdict);
    if (message.fault !== undefined) onFault(message.fault);
    if (waiting.length === 0) whenIdle?.();
  });
  worker.on("error", (error) => {
    onFault(`Judging has stopped: ${error.message} Traffic is still forwarded, but no longer judged; restart watch.`);
    hasStopped = true;
    waiting.length = 0;
    whenIdle?.();
  });
  return {
    /** False where so many wait that this one is left out. */
    judge(capture: Capture): boolean {
      const bytes = bytesIn(capture);
      if (hasStopped || waiting.length >= mostWaiting.exchanges || waitingBytes + bytes > mostWaiting.bytes)
        return false;
      waiting.push(bytes);
      waitingBytes += bytes;
      if (taken.push(capture) === 1) setTimeout(handOver, handOverMs);
      return true;
    },
    /** Resolves when all that were taken are judged, and ends the thread. */
    async close(): Promise<void> {
      handOver();
      if (waiting.length > 0) {
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
        });
      }
      await worker.terminate();
    },
  };

  function handOver() {
    for (const capture of taken.splice(0)) {
      const packed = packedCapture(capture);
      worker.postMessage(packed, [packed.body.buffer]);
    }
  }
}

function bytesIn({ requestBody, response }: Capture): number {
  return [...requestBody, ...(response?.chunks ?? []).map(({ bytes }) => bytes)].reduce(
    (sum, { length }) => sum + length,
    0,
  );
}

/** A capture whose bytes are in one piece, which changes threads without being copied. */
export interface PackedCapture {
  capture: Capture;
  body: Uint8Array<ArrayBuffer>;
  requestLength: number;
  ends: number[];
}

function packedCapture(capture: Capture): PackedCapture {
  const { requestBody, response } = capture;
  const pieces = [...requestBody, ...(response?.chunks ?? []).map(({ bytes }) => bytes)];
  const body = new Uint8Array(bytesIn(capture));
  const ends: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
    ends.push(at);
  }
  const requestLength = requestBody.reduce((sum, { length }) => sum + length, 0);
  const empty = new Uint8Array();
  const chunks = response?.chunks.map(({ atMs }) => ({ atMs, bytes: empty }));
  const bare = { ...capture, requestBody: [], ...(response && { response: { ...response, chunks: chunks ?? [] } }) };
  return { capture: bare, body, requestLength, ends: ends.slice(requestBody.length) };
}

export function unpacked({ capture, body, requestLength, ends }: PackedCapture): Capture {
  const { response } = capture;
  const chunks = response?.chunks.map(({ atMs }, index) => ({
    atMs,
    bytes: body.subarray(ends[index - 1] ?? requestLength, ends[index]),
  }));
  return {
    ...capture,
    requestBody: [body.subarray(0, requestLength)],
    ...(response && { response: { ...response, chunks: chunks ?? [] } }),
  };
}
