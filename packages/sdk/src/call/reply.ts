import type { Client } from "../client.js";
import { bodyFormatError, responseFormatError } from "../errors/call-error.js";
import { connectionFailure } from "../errors/connection-failure.js";
import { ModelAccessError } from "../errors/model-access-error.js";
import type { CallOptions } from "../options/call-options.js";
import { requireBody, requireClient } from "../options/check-options.js";
import { type Fields, isFields, parseFields } from "../stream/json-fields.js";
import { readBody } from "./answer.js";
import { Call, type CallInit } from "./call.js";
import { readUsage } from "./call-end.js";
import { endingResponse, tooLarge } from "./ending-response.js";

/** A result together with the answer that it came in. */
export interface WithResponse<Result> {
  /** The result. */
  data: Result;
  /** Its headers and status; its body was read for `data`. */
  response: Response;
  /** The `x-request-id` of the answer. */
  requestId: string | undefined;
}

/** The promise of a call that has been made: await it for the result, or ask it for the answer. */
export interface PendingCall<Result> extends Promise<Result> {
  /** The result, and the answer with its headers. */
  withResponse(): Promise<WithResponse<Result>>;
  /**
   * The answer as it came, its body unread and yours: from here on no deadline watches it, and signals still end it. Where
   * the result was awaited first, its body was read for that. Refusals are thrown all the same.
   */
  asResponse(): Promise<Response>;
}

/** Makes the promise of a call. The result is read as soon as the answer is there, unless the answer itself was asked for. */
export function pendingCall<Result>(
  opening: Promise<Call>,
  read: (call: Call) => Result | Promise<Result>,
): PendingCall<Result> {
  let foreign: Promise<Response> | undefined;
  let hasBegun = false;
  const result = opening.then((call) => {
    if (foreign) throw new ModelAccessError("asResponse() took the answer; await the call before");
    hasBegun = true;
    return read(call);
  });

  return Object.assign(result, {
    async withResponse() {
      const data = await result;
      const { response, requestId } = await opening;
      return { data, response, requestId };
    },
    async asResponse() {
      if (hasBegun) return (await opening).response;
      foreign ??= opening.then((call) => endingResponse(call));
      // Whoever asks for the answer gets its failure from here.
      result.catch(() => {});
      return foreign;
    },
  });
}

interface JSONCallArguments<Result> extends JSONReply<Result> {
  client: Client;
  options: CallOptions | undefined;
  model?: unknown;
  request(init: CallInit): Promise<{ response: Response }>;
}

interface JSONReply<Result> {
  /** The member that every answer of this kind has. */
  member: string;
  /** Checks this member, and the others of the answer; without it, the member must be a list. */
  isMember?: ((value: unknown, answer: Fields) => boolean) | undefined;
  /** Makes the result of the parsed answer; by default the answer is the result. */
  finish?: ((reply: object) => Result) | undefined;
}

/** Makes one call whose answer is a JSON object. */
export function callJSON<Result>({
  client,
  options = {},
  model,
  request,
  ...reply
}: JSONCallArguments<Result>): PendingCall<Result> {
  const call = new Call({ client, options, accept: "application/json", model });
  return pendingCall(call.open(request), (opened) => readJSON(opened, reply));
}

/** Reads the answer of a call. The text is parsed here, so that a broken one gets its type. Ends the call. */
export async function readJSON<Result>(call: Call, reply: JSONReply<Result>): Promise<Result> {
  try {
    const fields = await readFields(call, reply);
    call.end({ usage: () => readUsage(fields) });
    // The contract says what a success of this operation is, and its mark was found.
    return reply.finish === undefined ? (fields as Result) : reply.finish(fields);
  } catch (error) {
    call.fail(error);
    throw error;
  }
}

async function readFields(call: Call, { member, isMember = Array.isArray }: JSONReply<unknown>): Promise<Fields> {
  const { maxResponseBytes: maxBytes } = call.client;
  const { text, end, cause } = await readBody(call, { maxBytes });
  if (end === "failed" || call.signal.aborted) {
    throw connectionFailure(call, { what: "lost its connection while the answer came", cause });
  }
  if (end === "tooLarge") {
    throw responseFormatError(call, { what: tooLarge(maxBytes) });
  }
  if (text === "") throw responseFormatError(call, { what: "with an empty body" });
  const value = parseFields(text);
  if (typeof value === "string") throw responseFormatError(call, { what: `with ${value}`, text });
  if (isMember(value[member], value)) return value;
  throw bodyFormatError(call, { what: `with JSON that has no ${member}`, text, partial: value });
}

interface ReplyMethodsArguments<Body, Options, Result, Stream> extends JSONReply<Result> {
  client: Client;
  /** The stream of a call that is open, or whose opening is still to come. */
  Stream: new (
    call: Call,
    opening?: Promise<unknown>,
  ) => Stream;
  ownOptions?: readonly string[] | undefined;
  request(body: Body, options: Options, init: CallInit): Promise<{ response: Response }>;
}

interface ReplyMethods<Body, Options, Result, Stream> {
  create(body: Body, options?: Options): PendingCall<Result | Stream>;
  stream(body: Body, options?: Options): Stream;
}

/** The methods of an interface whose replies come whole or as a stream, as `stream` in the body says. */
export function createReplyMethods<
  Result,
  Stream,
  Body extends { stream?: boolean | null; model?: unknown },
  Options extends CallOptions = CallOptions,
>({
  client,
  request,
  Stream,
  ownOptions,
  ...reply
}: ReplyMethodsArguments<Body, Options, Result, Stream>): ReplyMethods<Body, Options, Result, Stream> {
  requireClient(client);
  // Every option may be left out.
  function open(body: Body, options = {} as Options): { call: Call; opening: Promise<Call> } {
    const accept = body?.stream === true ? "text/event-stream" : "application/json";
    const call = new Call({ client, options, accept, model: body?.model, ownOptions });
    const opening = call.open((init) => {
      requireBody(body);
      return request(body, options, init);
    });
    return { call, opening };
  }

  return {
    create(body, options): PendingCall<Result | Stream> {
      const { opening } = open(body, options);
      const isStream = body?.stream === true;
      return pendingCall<Result | Stream>(opening, (call) => (isStream ? new Stream(call) : readJSON(call, reply)));
    },
    stream(body, options) {
      // Anything but an object stays what it is, and is refused as one.
      const { call, opening } = open(isFields(body) ? { ...body, stream: true } : body, options);
      return new Stream(call, opening);
    },
  };
}
