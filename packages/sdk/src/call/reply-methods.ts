import type { Engine } from "../engine.js";
import type { CallOptions } from "../options/call-options.js";
import { type Opening, openStream } from "../stream/open-stream.js";
import type { OutgoingRequest } from "../transport/outgoing-request.js";
import type { Answer } from "./call.js";
import { callJSON } from "./call-json.js";
import { type PendingCall, pendingCall } from "./pending-call.js";

interface ReplyMethodsArguments<Body, Options, Result, Stream> {
  engine: Engine;
  /** The member that makes a whole reply what it is. */
  member: string;
  /** Makes the result of a whole reply; without it that is the result. */
  finish?: (reply: object) => Result;
  Stream: new (source: Answer | Opening) => Stream;
  /** Makes the request of a body. */
  request(body: Body, options: Options): OutgoingRequest;
}

interface ReplyMethods<Body, Options, Result, Stream> {
  create(body: Body, options?: Options): PendingCall<Result | Stream>;
  stream(body: Body, options?: Options): Stream;
}

/** The methods of an interface whose replies come whole or as a stream, as `stream` in the body says. */
export function createReplyMethods<
  Result,
  Stream,
  Body extends { stream?: boolean | null },
  Options extends CallOptions = CallOptions,
>({
  engine,
  request: requestOf,
  Stream,
  member,
  finish,
}: ReplyMethodsArguments<Body, Options, Result, Stream>): ReplyMethods<Body, Options, Result, Stream> {
  function open(body: Body, options: Options): Opening {
    return openStream({ engine, options, request: () => requestOf(body, options) });
  }

  // Every option may be left out.
  const none = {} as Options;
  return {
    create(body, options = none): PendingCall<Result | Stream> {
      if (body.stream === true) return pendingCall(open(body, options).answer, (answer) => new Stream(answer));
      return callJSON({ engine, options, member, finish, request: () => requestOf(body, options) });
    },
    stream: (body, options = none) => new Stream(open({ ...body, stream: true }, options)),
  };
}
