import type { Client } from "../client.js";
import { sleep } from "../deadlines/clock.js";
import { formatClause } from "../errors/call-error.js";
import { abortError } from "../errors/connection-failure.js";
import { ConnectionError, ModelAccessError, ResponseFormatError, TimeoutError } from "../errors/model-access-error.js";
import { NotFoundError, StatusError } from "../errors/status-error.js";
import { checkFunction, checkNumber, checkParams } from "../options/check-options.js";
import { textIn } from "../stream/json-fields.js";
import { createRedactor } from "../transport/redact.js";
import type { Video } from "../types.js";

/** Options for waiting for a video. */
export interface WaitParams {
  /** The wait before the second look, in milliseconds; half as long again before each further one. 2 000 by default. */
  intervalMs?: number | undefined;
  /** The longest wait between two looks. 15 000 by default, or `intervalMs` where that is longer. */
  maxIntervalMs?: number | undefined;
  /**
   * The longest wait in all, in milliseconds; after it a `TimeoutError` is thrown, while the service still makes the
   * video. An hour by default.
   */
  timeoutMs?: number | undefined;
  /** Called after each look that gave the video. */
  onProgress?: ((video: Video) => void) | undefined;
}

interface WaitArguments {
  id: string;
  client: Client;
  params: WaitParams | undefined;
  signal: AbortSignal | undefined;
  look(signal: AbortSignal): Promise<Video>;
}

const growth = 1.5;
const hourMs = 3_600_000;
// A deployment may take a moment until every part of it knows a new video; an id that nobody knows is not waited for.
const maxNotFound = 5;

/** Looks at a video until it is made, failed or has an unknown status, past every failure that may be temporary. */
export async function waitForVideo({ id, look, client, params, signal: callSignal }: WaitArguments): Promise<Video> {
  const { intervalMs, maxIntervalMs, timeoutMs, onProgress } = checkWait(params);
  const { clock } = client;
  const operation = `The wait for the video ${id}`;
  const controller = new AbortController();
  const { signal } = controller;
  let lastError: unknown;
  let notFound = 0;

  function expire(): void {
    const message = `${operation} did not finish within ${timeoutMs / 1000} s; raise timeoutMs, or wait again`;
    const details = { phase: "total", timeoutMs, signal, mayHaveBeenProcessed: "yes", cause: lastError } as const;
    controller.abort(new TimeoutError(message, details));
  }

  const unfollow = client.followSignals((reason) => controller.abort(reason), client.signal, callSignal);
  const cancelTimer = timeoutMs === Infinity ? () => {} : clock.after(timeoutMs, expire, "watch");
  try {
    for (let delayMs = Math.min(intervalMs, maxIntervalMs); ; delayMs = Math.min(delayMs * growth, maxIntervalMs)) {
      let askedMs = 0;
      let video: Video | undefined;
      try {
        video = await look(signal);
        notFound = 0;
      } catch (error) {
        if (signal.aborted) throw abortError({ operation, signal });
        notFound = error instanceof NotFoundError ? notFound + 1 : 0;
        if (!isTransient(error) || notFound === maxNotFound) throw error;
        lastError = error;
        if (error instanceof StatusError) askedMs = error.retryAfterMs ?? 0;
      }
      if (video !== undefined) {
        // What it throws is the caller's, whatever its class.
        await onProgress?.(video);
        if (video.status === "failed") throw new VideoFailedError(withoutKeys(video, client));
        if (video.status !== "queued" && video.status !== "in_progress") return video;
      }
      await sleep(clock, Math.max(delayMs, askedMs), signal);
      if (signal.aborted) throw abortError({ operation, signal });
    }
  } finally {
    cancelTimer();
    unfollow();
  }
}

/** Removes the key, which a service could repeat in its message. */
function withoutKeys(video: Video, client: Client): Video {
  const { texts } = createRedactor(() => client.keyring.known());
  return video.error ? { ...video, error: texts(video.error) } : video;
}

function checkWait(params: WaitParams | undefined) {
  checkParams("videos.waitFor(id, ", params, ["intervalMs", "maxIntervalMs", "timeoutMs", "onProgress"]);
  const { intervalMs = 2_000, timeoutMs = hourMs, onProgress } = params ?? {};
  const { maxIntervalMs = Math.max(15_000, intervalMs) } = params ?? {};
  if (onProgress !== undefined) checkFunction("onProgress", onProgress);
  checkNumber("intervalMs", intervalMs, 1);
  checkNumber("maxIntervalMs", maxIntervalMs, 1);
  if (timeoutMs !== Infinity) checkNumber("timeoutMs", timeoutMs, 1);
  return { intervalMs, maxIntervalMs, timeoutMs, onProgress };
}

/** True if the next look may go better: the service was busy, or the answer wasn't one of the contract's. */
function isTransient(error: unknown): error is Error {
  if (error instanceof StatusError) return error.status >= 500 || [404, 408, 425, 429].includes(error.status);
  return [ConnectionError, TimeoutError, ResponseFormatError].some((ErrorClass) => error instanceof ErrorClass);
}

/** The service could not make a video. `code` and `type` are the service's words for it. */
export class VideoFailedError extends ModelAccessError {
  static override readonly sdkErrorName: string = "VideoFailedError";
  /** The video as it is. It is not printed with the error, because it has the prompt in it. */
  declare readonly video: Video;

  constructor(video: Video) {
    const { code, message, type } = video.error ?? {};
    // What comes over the wire is judged, not trusted.
    const text = textIn(message);
    const details = { code: code ?? undefined, type: type ?? undefined, mayHaveBeenProcessed: "yes" } as const;
    super(`The video ${video.id} failed${text ? `: ${formatClause(text)}` : ""}; make it again`, details);
    Object.defineProperty(this, "video", { value: video });
  }
}
