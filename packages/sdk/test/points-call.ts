import {
  type AttemptRequest,
  type CallEnd,
  type CallEndListener,
  type Middleware,
  ModelAccessError,
} from "../src/index.js";

type Status = number | { status: number; headers: Record<string, string> };
/** The outcome of an attempt: a status, maybe with headers, or a failure. */
export type Answer = () => Status | Promise<Status>;

/** Makes a call that a middleware runs around, without a client: its attempts, and then its end. */
export function callThrough(
  middleware: Middleware,
  { operation = "POST /v1/chat/completions", ...given }: Partial<AttemptRequest> = {},
) {
  const { signal } = new AbortController();
  const listeners: CallEndListener[] = [];
  let attempts = 0;
  let status: number | undefined;

  return {
    /** Makes the next attempt. */
    async attempt(answer: Answer): Promise<void> {
      attempts++;
      const request: AttemptRequest = {
        operation,
        method: operation.split(" ")[0] ?? "",
        url: `https://api.example${operation.split(" ")[1]}`,
        attempt: attempts,
        signal,
        headers: new Headers(),
        body: undefined,
        setHeader() {},
        onCallEnd: (listener) => void listeners.push(listener),
        ...given,
      };
      await middleware(request, async () => {
        status = undefined;
        const answered = await answer();
        const { headers = {}, ...rest } = typeof answered === "number" ? { status: answered } : answered;
        status = rest.status;
        return { status, headers: new Headers(headers), requestId: undefined };
      });
    },
    /** Ends the call, as by a whole reply without usage where nothing else is said. */
    end(end: Partial<CallEnd> = {}): CallEnd {
      const told: CallEnd = {
        operation,
        model: undefined,
        outcome: "complete",
        error: undefined,
        usage: undefined,
        points: undefined,
        mayHaveBeenProcessed: "yes",
        status,
        attempts,
        durationMs: 0,
        firstContentMs: undefined,
        requestId: undefined,
        ...end,
      };
      for (const listener of listeners.toReversed()) {
        const points = listener(told);
        if (typeof points === "number") told.points = points;
      }
      return told;
    },
  };
}

/** An attempt that fails with an error of the client. */
export function failing(mayHaveBeenProcessed: "no" | "maybe"): Answer {
  return () => Promise.reject(new ModelAccessError("Failed", { mayHaveBeenProcessed }));
}
