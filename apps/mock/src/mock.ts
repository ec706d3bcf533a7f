import type { Answer, EventStream } from "./call.js";
import type { Clock } from "./clock.js";
import { type Latency, latencyValues } from "./latency/latency.js";
import { createPipeline, type PipelineOptions, type RequestSummary } from "./pipeline.js";
import { readRecordings } from "./recordings/read-recordings.js";
import { createRecordMissing, type RecordMissing } from "./recordings/record-missing.js";
import { createRecordings } from "./recordings/recordings.js";
import { readWorld, type WorldOptions } from "./world/read-world.js";

/** Options of the mock; each has a default. */
export interface MockOptions extends WorldOptions {
  /**
   * The speed of replies; a plain one comes when its stream would end: `instant`, `fast` (the default),
   * `standard`, `reasoning` or `overloaded`, or values such as `{ firstMs: 200, gapMs: 20, spread: 0.3 }`. The header
   * `x-mock-latency` decides for one request.
   */
  latency?: Latency;
  /** Makes the ids, which come in the same order with the same seed, and the spread of streams. Default 1. */
  seed?: number;
  /** The largest request body, in bytes; default 16 MiB. A larger one gets 413. */
  maxBodyBytes?: number;
  /**
   * The most values in a JSON body; default 60 000, about 20 000 messages. A body with more gets 413. Reading one that
   * is larger would keep other requests waiting.
   */
  maxBodyValues?: number;
  /**
   * The rate window of every key but sk-mock-tiny; default 500, as the service has it (R8.1). Raise it for load tests.
   */
  requestsPerMinute?: number;
  /** The points that accounts begin with, but for those whose keys state others; default 1 000 000. `unlimited` is 10^15. */
  points?: number | "unlimited";
  /** The number of exchanges that the journal of a session keeps; default 1000. */
  journalSize?: number;
  /**
   * The most bytes that the journals of all sessions take together; default 256 MiB. Where it is not enough, the oldest
   * exchanges lose their bodies, then are dropped.
   */
  journalBytes?: number;
  /**
   * Recorded exchanges to replay: a JSON Lines file, or a folder of files `*.jsonl`. Requests that equal a recorded one
   * get its answer.
   */
  recordings?: string;
  /** Refuses what no recording answers with 400 `recording_not_found`, which clients don't repeat; for CI. */
  recordingsOnly?: boolean;
  /** Passes what no recording answers on to a deployment, and adds the exchange to `recordings`. */
  recordMissing?: RecordMissing;
  /**
   * Members of a JSON body by which a request may differ from a recorded one: names such as `user`, and JSON pointers to
   * members further down, `/metadata/trace`; a segment `*` stands for any name or index.
   */
  recordingsIgnore?: readonly string[];
  /**
   * Refuses what no scripted reply answers with 400 `reply_not_found`, which clients don't repeat. Operations in which no
   * model speaks are answered as usual.
   */
  repliesOnly?: boolean;
  /** Refuses custom parameters of chat completions, which have no effect; else the journal tells of them. */
  strict?: boolean;
  /** The time by which rate windows slide and streams come; default the system's. */
  clock?: Clock;
  /** Gets a line for each request, without key, query or body, and one for each fault of the mock itself. */
  log?: (line: string) => void;
  /** Gets each request that has been answered, in place of its line to `log`. */
  onAnswer?: (summary: RequestSummary) => void;
}

/** The mock without a port. */
export interface Mock {
  /** Answers a request as the service would; to be used in place of the platform's `fetch`. */
  fetch(request: Request | string | URL, init?: RequestInit): Promise<Response>;
}

/**
 * Makes a mock that is called as a function, with no server. Throws on a wrong option.
 * @example
 * const { fetch } = createMock({ latency: "instant" });
 * const response = await fetch("http://mock/v1/models", { headers: { authorization: "Bearer sk-mock-full" } });
 */
export function createMock(options: MockOptions = {}): Mock {
  const settings = readOptions(options);
  const answer = createPipeline(settings);

  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const url = new URL(request.url);
      const body = request.body === null ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
      const call = {
        method: request.method,
        path: url.pathname,
        query: url.searchParams,
        target: url.pathname + url.search,
        headers: { host: url.host, ...Object.fromEntries(request.headers) },
        body: body.length > settings.maxBodyBytes ? undefined : body,
        origin: url.origin,
        isLocal: true,
      };
      try {
        return responseOf(await answer(call, () => request.signal), request);
      } finally {
        request.signal.throwIfAborted();
      }
    },
  };
}

/** So many that no load test spends them, and few enough that sums stay exact. */
const mostPoints = 1_000_000_000_000_000;

/** The options with their defaults. Throws on a value that is none. */
export function readOptions({
  latency = "fast",
  seed = 1,
  maxBodyBytes = 16 * 1024 * 1024,
  maxBodyValues = 60_000,
  requestsPerMinute = 500,
  points = 1_000_000,
  journalSize = 1000,
  journalBytes = 256 * 1024 * 1024,
  state,
  faults,
  latencies,
  chaos,
  recordings,
  recordingsIgnore,
  recordingsOnly = false,
  recordMissing,
  repliesOnly = false,
  strict = false,
  ...rest
}: MockOptions): PipelineOptions {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed is ${seed}; it must be an integer.`);
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 1) {
    throw new RangeError(`maxBodyBytes is ${maxBodyBytes}; it must be a number of bytes, at least 1.`);
  }
  if (!Number.isSafeInteger(maxBodyValues) || maxBodyValues < 1) {
    throw new RangeError(`maxBodyValues is ${maxBodyValues}; it must be a whole number, at least 1.`);
  }
  if (!Number.isSafeInteger(requestsPerMinute) || requestsPerMinute < 1) {
    throw new RangeError(`requestsPerMinute is ${requestsPerMinute}; it must be a whole number, at least 1.`);
  }
  if (points !== "unlimited" && !(Number.isSafeInteger(points) && points >= 0 && points <= mostPoints)) {
    throw new RangeError(`points is ${points}; it must be a whole number from 0 to ${mostPoints}, or 'unlimited'.`);
  }
  if (!Number.isSafeInteger(journalSize) || journalSize < 1) {
    throw new RangeError(`journalSize is ${journalSize}; it must be a whole number, at least 1.`);
  }
  if (recordingsOnly && recordings === undefined) {
    throw new RangeError("recordingsOnly needs recordings; name their file.");
  }
  if (recordMissing !== undefined && recordings === undefined) {
    throw new RangeError("recordMissing needs recordings; name the file that it adds to.");
  }
  if (recordMissing !== undefined && recordingsOnly) {
    throw new RangeError("recordingsOnly refuses what recordMissing would record; choose one.");
  }
  if (!Number.isSafeInteger(journalBytes) || journalBytes < 1) {
    throw new RangeError(`journalBytes is ${journalBytes}; it must be a number of bytes, at least 1.`);
  }
  return {
    latency: latencyValues(latency),
    seed,
    maxBodyBytes,
    maxBodyValues,
    requestsPerMinute,
    points: points === "unlimited" ? mostPoints : points,
    journalSize,
    journalBytes,
    world: readWorld({ state, faults, latencies, chaos }),
    isStrict: strict,
    isRepliesOnly: repliesOnly,
    recordings:
      recordings === undefined
        ? undefined
        : createRecordings(readRecordings(recordings, { mayBeEmpty: recordMissing !== undefined }), {
            ignore: recordingsIgnore,
            isOnly: recordingsOnly,
            missed: recordMissing && createRecordMissing(recordMissing, recordings),
            log: rest.log,
          }),
    ...rest,
  };
}

function responseOf({ status, headers, body }: Answer, { method, signal }: Request): Response {
  if (method === "HEAD" || status === 204) return new Response(null, { status, headers });
  if (typeof body === "function") return new Response(byteStream(body, signal), { status, headers });
  // Bytes of an answer are made for it and not shared, which their type can't say.
  return new Response(body as string | Uint8Array<ArrayBuffer>, { status, headers });
}

/** A stream as a body, which sends on when the chunk before has been read. */
function byteStream(events: EventStream, signal: AbortSignal): ReadableStream<Uint8Array> {
  const cancelled = new AbortController();
  const disconnected = AbortSignal.any([cancelled.signal, signal]);
  const encoder = new TextEncoder();
  let sendOn = () => {};
  // A reader that has left asks for no more, so that the stream would not come to its end by itself.
  disconnected.addEventListener("abort", () => sendOn());
  return new ReadableStream({
    start(controller) {
      const send = (chunk: string | Uint8Array) => {
        if (disconnected.aborted) return undefined;
        controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
        if ((controller.desiredSize ?? 0) > 0) return undefined;
        return new Promise<void>((resolve) => {
          sendOn = resolve;
        });
      };
      const end = () => (signal.aborted ? controller.error(signal.reason) : controller.close());
      // What a reader has cancelled is closed already.
      events(disconnected, send)
        .then(() => cancelled.signal.aborted || end())
        .catch((error: unknown) => controller.error(error));
    },
    pull() {
      sendOn();
    },
    cancel(reason) {
      cancelled.abort(reason);
    },
  });
}
