import {
  type AttemptRequest,
  type CallEnd,
  type CallEndListener,
  type Middleware,
  ModelAccessError,
} from "../src/index.js";

/** The outcome of an attempt: a status, or a failure. */
export type Answer = () => number | Promise<number>;

/** A call as middleware sees it, without a client: its attempts, and then its end. */
export interface TestCallOfMiddleware {
  /** Makes the next attempt. */
  attempt(answer: Answer): Promise<void>;
  /** Ends the call, as by a whole reply without usage where nothing else is said. */
  end(end?: Partial<CallEnd>): CallEnd;
}

/** Makes a call that a middleware runs around. */
export function callThrough(
  middleware: Middleware,
  { operation = "POST /v1/chat/completions", ...given }: Partial<AttemptRequest> = {},
): TestCallOfMiddleware {
  const { signal } = new AbortController();
  const listeners: CallEndListener[] = [];
  let attempts = 0;
  let status: number | undefined;

  return {
    async attempt(answer) {
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
        status = await answer();
        return { status, headers: new Headers(), requestId: undefined };
      });
    },
    end(end = {}) {
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
