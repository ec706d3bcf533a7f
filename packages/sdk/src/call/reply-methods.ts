import type { Engine } from "../engine.js";
import type { CallOptions } from "../options/call-options.js";
import { type Opening, openStream } from "../stream/open-stream.js";
import type { Answer, CallInit, Start } from "./call.js";
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
  start(body: Body, init: CallInit, options: Options): ReturnType<Start>;
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
  start,
  Stream,
  ...whole
}: ReplyMethodsArguments<Body, Options, Result, Stream>): ReplyMethods<Body, Options, Result, Stream> {
  const startOf =
    (body: Body, options: Options): Start =>
    (init) =>
      start(body, init, options);

  // Every option may be left out.
  const none = {} as Options;
  return {
    create(body, options = none): PendingCall<Result | Stream> {
      const args = { engine, options, start: startOf(body, options) };
      return body.stream === true
        ? pendingCall(openStream(args).answer, (answer) => new Stream(answer))
        : callJSON({ ...args, ...whole });
    },
    stream: (body, options = none) =>
      new Stream(openStream({ engine, options, start: startOf({ ...body, stream: true }, options) })),
  };
}
