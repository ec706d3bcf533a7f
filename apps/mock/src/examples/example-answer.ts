import type { Answer } from "../call.js";
import type { ApiRequest } from "../request/api-request.js";
import type { Engine } from "./engine.js";
import { makeData } from "./make-data.js";
import { mediaTypeOfExample, type Preference, preferredResponse } from "./prefer.js";
import { eventTexts } from "./transcript.js";

const eventStream = "text/event-stream";

/**
 * Answers a request from the contract's examples, as they are: the one that `Prefer` asks for, else the first. Where it
 * asks for made-up data, an answer with an example has the header `x-mock-example` with the reason.
 */
export type AnswerFromExamples = (
  request: ApiRequest,
  options: { preference?: Preference | undefined; stream: (events: string[]) => Answer["body"] },
) => Promise<Answer>;

export function createExampleAnswers(engine: Engine, { seed = 1 }: { seed?: number } = {}): AnswerFromExamples {
  return async (request, { preference, stream }) => {
    const { isDynamic = false, ...asked } = preference ?? {};
    const { operationId } = request.operation;
    const query = { operationId, mediaType: mediaTypeFor(request, preference), ...asked };
    const made = isDynamic ? await makeData(engine, { query, request, seed }) : undefined;
    const reply = made?.reply ?? (await engine(query));
    const headers = {
      // The examples' headers tell of another request and another time.
      ...(preference !== undefined && reply.headers),
      ...(made?.whyNot !== undefined && { "x-mock-example": made.whyNot }),
      "content-type": reply.mediaType,
    };
    if (reply.mediaType === "application/json") {
      return { status: reply.status, headers, body: JSON.stringify(reply.body) };
    }
    const text = String(reply.body);
    if (reply.mediaType !== eventStream) return { status: reply.status, headers, body: Buffer.from(text, "base64") };
    return { status: reply.status, headers, body: stream(eventTexts(text)) };
  };
}

/**
 * The media type of the answer: that of the example asked for, else a stream where the body or the operation wants one.
 */
function mediaTypeFor(request: ApiRequest, preference: Preference = {}): string {
  const row = preferredResponse(request.operation, preference);
  const { example } = preference;
  const named = example === undefined ? undefined : mediaTypeOfExample(row, example);
  const wanted = request.fields.stream === true ? eventStream : variants[request.query.variant ?? ""];
  const mediaTypes = Object.keys(row.mediaTypes);
  return named ?? mediaTypes.find((mediaType) => mediaType === wanted) ?? mediaTypes[0] ?? "application/json";
}

/** The meanings of `variant` in downloadVideoContent; its first media type is the video itself. */
const variants: Record<string, string> = { thumbnail: "image/webp", spritesheet: "image/jpeg" };
