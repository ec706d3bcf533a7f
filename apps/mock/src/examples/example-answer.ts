import type { Answer } from "../call.js";
import type { ApiRequest } from "../request/api-request.js";
import type { Engine } from "./engine.js";
import { mediaTypeOfExample, type Preference, preferredResponse } from "./prefer.js";
import { eventTexts } from "./transcript.js";

const eventStream = "text/event-stream";

/** Answers a request from the contract's examples, as they are: the one that `Prefer` asks for, else the first. */
export type AnswerFromExamples = (
  request: ApiRequest,
  options: { preference?: Preference | undefined; stream: (events: string[]) => Answer["body"] },
) => Promise<Answer>;

export function createExampleAnswers(engine: Engine): AnswerFromExamples {
  return async (request, { preference, stream }) => {
    const { operationId } = request.operation;
    const reply = await engine({ operationId, mediaType: mediaTypeFor(request, preference), ...preference });
    // The examples' headers tell of another request and another time.
    const headers = { ...(preference !== undefined && reply.headers), "content-type": reply.mediaType };
    if (reply.mediaType === "application/json") {
      return { status: reply.status, headers, body: JSON.stringify(reply.body) };
    }
    const text = String(reply.body);
    if (reply.mediaType !== eventStream) return { status: reply.status, headers, body: Buffer.from(text, "base64") };
    return {
      status: reply.status,
      headers: { ...headers, "cache-control": "no-cache" },
      body: stream(eventTexts(text)),
    };
  };
}

/** The media type of the answer: that of the example asked for, else a stream where the body or the operation wants one. */
function mediaTypeFor(request: ApiRequest, preference: Preference = {}): string {
  const row = preferredResponse(request.operation, preference);
  const { example } = preference;
  const named = example === undefined ? undefined : mediaTypeOfExample(row, example);
  const wanted = request.fields.stream === true ? eventStream : variants[request.query.variant ?? ""];
  const mediaTypes = Object.keys(row.mediaTypes);
  return named ?? mediaTypes.find((mediaType) => mediaType === wanted) ?? mediaTypes[0] ?? "application/json";
}

/** What `variant` means to downloadVideoContent; its first media type is the video itself. */
const variants: Record<string, string> = { thumbnail: "image/webp", spritesheet: "image/jpeg" };
