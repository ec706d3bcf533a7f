import type { ApiRequest } from "./api-request.js";
import type { Answer } from "./call.js";
import type { Clock } from "./clock.js";
import type { Engine } from "./engine.js";
import type { MakeId } from "./ids.js";
import { mediaTypeOfExample, type Preference, preferredResponse } from "./prefer.js";
import type { ExampleReply } from "./prism.js";
import type { State } from "./state.js";
import { eventTexts, parseTranscript, type Transcript } from "./transcript.js";
import { videoOf } from "./videos.js";

const eventStream = "text/event-stream";

/** What answering from the examples needs. */
export interface ExampleAnswerOptions {
  engine: Engine;
  state: State;
  makeId: MakeId;
  clock: Clock;
}

/** Answers a request from the contract's examples. Asked for by `Prefer` they come as they are, else made to suit the request. */
export type AnswerFromExamples = (
  request: ApiRequest,
  options: { preference?: Preference | undefined; stream: (events: string[]) => Answer["body"] },
) => Promise<Answer>;

export function createExampleAnswers(options: ExampleAnswerOptions): AnswerFromExamples {
  const { engine } = options;
  const transcripts = new WeakMap<ExampleReply, Transcript>();

  return async (request, { preference, stream }) => {
    const { operationId } = request.operation;
    const reply = await engine({ operationId, mediaType: mediaTypeFor(request, preference), ...preference });
    // The examples' headers tell of another request and another time.
    const headers = { ...(preference !== undefined && reply.headers), "content-type": reply.mediaType };
    if (reply.mediaType === "application/json") {
      const body = preference === undefined ? await suited(reply.body, request) : reply.body;
      return { status: reply.status, headers, body: JSON.stringify(body) };
    }
    const text = String(reply.body);
    if (reply.mediaType !== eventStream) return { status: reply.status, headers, body: Buffer.from(text, "base64") };
    const transcript = transcripts.get(reply) ?? parseTranscript(text);
    transcripts.set(reply, transcript);
    const events = eventTexts(transcript, preference === undefined ? modelOf(request) : undefined);
    return {
      status: reply.status,
      headers: { ...headers, "cache-control": "no-cache" },
      body: stream(events),
    };
  };

  /** The example as a reply to this request: it names the request's model, a video has the right id. */
  async function suited(example: unknown, request: ApiRequest): Promise<unknown> {
    if (typeof example !== "object" || example === null) return example;
    const model = modelOf(request);
    const named = model !== undefined && "model" in example ? { ...example, model } : example;
    return videoOf(named, { ...options, request });
  }
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

function modelOf({ fields }: ApiRequest): string | undefined {
  return typeof fields.model === "string" ? fields.model : undefined;
}
