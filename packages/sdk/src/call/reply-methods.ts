import type { Client } from "../client.js";
import type { CallOptions } from "../options/call-options.js";
import { requireBody } from "../options/params.js";
import { type Fields, isFields } from "../stream/json-fields.js";
import { Call, type CallInit } from "./call.js";
import { readJSON } from "./call-json.js";
import { type PendingCall, pendingCall } from "./pending-call.js";

interface ReplyMethodsArguments<Body, Options, Result, Stream> {
  client: Client;
  /** The member that every whole reply of this kind has. */
  member: string;
  /** Checks this member, and the others of the reply; without it, the member must be a list. */
  isMember?: (value: unknown, reply: Fields) => boolean;
  /** Makes the result of a whole reply; without it that is the result. */
  finish?: (reply: object) => Result;
  /** The stream of a call that is open, or whose opening is still to come. */
  Stream: new (
    call: Call,
    opening?: Promise<unknown>,
  ) => Stream;
  /** The options beside those of every call. */
  ownOptions?: readonly string[] | undefined;
  /** Makes the request by a method of openapi-fetch. */
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
