import { check } from "../options/check-options.js";
import { playReply } from "./play-reply.js";
import { readTestCall, type TestCall } from "./test-call.js";
import type { TestReply } from "./test-reply.js";

/** A `fetch` for tests. */
export interface TestFetch {
  /** Give it to a client as its `fetch`. */
  fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The calls so far. */
  calls: readonly Readonly<TestCall>[];
}

/**
 * Makes a `fetch` that plays these replies in order, one a call (a retry is a call too), or those that a function gives.
 * A call for which there is no reply fails.
 *
 * @example
 * const { fetch, calls } = createTestFetch([rateLimitReply({ retryAfter: 0 }), jsonReply(completion)]);
 * const client = new ModelAccess({ apiKey: "test-key", baseURL: "https://api.example", fetch });
 */
export function createTestFetch(
  replies: readonly TestReply[] | ((call: Readonly<TestCall>, index: number) => TestReply),
): TestFetch {
  const calls: TestCall[] = [];
  const isRight = typeof replies === "function" || Array.isArray(replies);
  check("replies", isRight, "is no list of replies; write it like [jsonReply({})].");
  return {
    calls,
    async fetch(input, init = {}) {
      const request = input instanceof Request ? input : undefined;
      const signal = init.signal ?? request?.signal;
      signal?.throwIfAborted();
      const call = readTestCall(String(request?.url ?? input), {
        method: request?.method ?? "GET",
        headers: request?.headers ?? {},
        ...(request?.body ? { body: await request.clone().text() } : {}),
        ...init,
      });
      const index = calls.push(call) - 1;
      const { body } = call;
      // The client sends a form as its bytes.
      if (body instanceof Blob && body.type.startsWith("multipart/form-data")) {
        call.body = await new Response(body).formData();
        signal?.throwIfAborted();
      }
      const reply = typeof replies === "function" ? replies(call, index) : replies[index];
      if (reply === undefined) {
        throw new Error(`The test fetch has no reply for call ${index + 1}, ${call.method} ${call.url}; give it one.`);
      }
      const onCancel = () => {
        call.wasCancelled = true;
      };
      return playReply(reply, { signal, onCancel });
    },
  };
}
