import { type CallEnd, type ModelAccess, ModelAccessError, StatusError } from "@model-access/sdk";
import { relay } from "@model-access/sdk/relay";

/** The page chooses neither the model nor how long a reply may be. */
const settings = {
  model: process.env.MODEL ?? "Claude-Haiku-4.5",
  max_tokens: 1_000,
  stream: true,
  stream_options: { include_usage: true },
} as const;
/** The statuses that the page caused, or may retry. Every other refusal is about this server's own account. */
const statusesOfPage = [400, 413, 429, 500, 503];

/** Creates the handler of `POST /v1/chat/completions` for a page without a key. */
export function createChatRoute(client: ModelAccess): (request: Request) => Promise<Response> {
  return async (request) => {
    // Authenticate users here: whoever can call this route spends your points.
    const body = await request.json().catch(() => undefined);
    if (!Array.isArray(body?.messages)) return refuse("The body is no JSON with messages.", 400);
    try {
      const options = { signal: request.signal, onCallEnd: log };
      const call = client.chat.completions.create({ messages: body.messages, ...settings }, options);
      return relay(await call.asResponse());
    } catch (error) {
      // Anything else is a mistake in this program.
      if (!(error instanceof ModelAccessError)) throw error;
      if (!(error instanceof StatusError) || !statusesOfPage.includes(error.status)) {
        return refuse("The chat is not available; try again later.", 502);
      }
      const { body, status, retryAfterMs } = error;
      const headers = retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) };
      return Response.json(body, { status, headers });
    }
  };
}

/** Called once per call: after the last byte to the page, when the page disconnects, or after a failure. */
function log({ outcome, error, usage, durationMs, requestId }: CallEnd): void {
  const tokens = `${usage?.inputTokens ?? "?"} + ${usage?.outputTokens ?? "?"} tokens`;
  console.log(`${outcome}, ${tokens}, ${Math.round(durationMs)} ms, ${requestId}`);
  if (outcome === "failed" && error instanceof ModelAccessError) console.error(error.message);
}

function refuse(message: string, status: number): Response {
  const type = status < 500 ? "invalid_request_error" : "server_error";
  return Response.json({ error: { message, type, code: null, param: null } }, { status });
}
