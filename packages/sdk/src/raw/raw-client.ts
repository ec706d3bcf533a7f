import type { ClientPathsWithMethod, MaybeOptionalInit, Client as OpenAPIClient, ParseAsResponse } from "openapi-fetch";
import { Call } from "../call/call.js";
import { readUsage } from "../call/call-end.js";
import { endingResponse } from "../call/ending-response.js";
import type { Client } from "../client.js";
import { responseFormatError } from "../errors/call-error.js";
import type { paths } from "../generated/openapi.js";
import type { RequestCarrier } from "../transport/attempt.js";
import { send } from "../transport/send.js";
import { serializePath } from "./path-serializer.js";

export type FetchClient = OpenAPIClient<paths, "application/json">;

/**
 * The openapi-fetch client of the whole contract. Only the types of its answers are our own: openapi-fetch's take the
 * open enums of the contract (`"stop" | (string & {})`) for objects, and its replies would not fit this package's
 * types. Its middleware may change the headers of the request that it gets; that is no WHATWG `Request`, so it can't be
 * copied.
 */
export interface RawClient extends Omit<FetchClient, "GET" | "POST"> {
  /** Reads; gives the answer as `data` or `error`, and the response. */
  GET: RawMethod<"get">;
  /** Sends a body; gives the answer as `data` or `error`, and the response. */
  POST: RawMethod<"post">;
}

/** A method of the raw client, for the paths that have it. */
export type RawMethod<Method extends "get" | "post"> = <
  Path extends ClientPathsWithMethod<FetchClient, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: InitArguments<Init>
) => Promise<RawAnswer<paths[Path][Method], Init>>;

interface RawInit {
  signal?: AbortSignal | null;
  body?: { model?: unknown } | null;
  parseAs?: string;
}

/** Creates the openapi-fetch client of a client, for callers who read answers themselves: it returns refusals. */
export function createRawClient(client: Client): RawClient {
  const { use, eject, ...methods } = client.requests;
  const raw: Record<string, unknown> = { use, eject };
  for (const [name, method] of Object.entries(methods)) {
    raw[name] = (...args: unknown[]) => {
      // Every method takes its init last.
      const place = name === "request" ? 2 : 1;
      return callRaw(client, (args[place] ?? {}) as RawInit, (init) => {
        args[place] = init;
        return (method as (...given: unknown[]) => Promise<RawResult>)(...args);
      });
    };
  }
  // The same functions; RawClient only says more about what they give.
  return raw as unknown as RawClient;
}

interface RawResult {
  data?: unknown;
  response: Response;
}

/** Makes one call. It ends when openapi-fetch has read the answer, or with the body where the caller reads that. */
async function callRaw(
  client: Client,
  given: RawInit,
  request: (init: object) => Promise<RawResult>,
): Promise<RawResult> {
  const { signal, body, parseAs = "json" } = given;
  const call = new Call({ client, options: { signal: signal ?? undefined }, model: body?.model });
  const isRead = parseAs !== "stream";
  let ours: Response | undefined;

  async function fetch(carrier: RequestCarrier): Promise<Response> {
    call.acceptAnswer(await send(carrier));
    ours = endingResponse(call, {
      what: "lost its connection while the answer came",
      // A file is meant to be large.
      maxBytes: parseAs === "json" || parseAs === "text" ? client.maxResponseBytes : Infinity,
      ...(isRead ? { onComplete() {} } : {}),
    });
    return ours;
  }

  try {
    call.begin();
    const result = await request({ pathSerializer: serializePath, ...given, signal: call.signal, call, fetch });
    const { data, response } = result;
    // A middleware of openapi-fetch may have replaced it.
    if (isRead || response !== ours) {
      call.answer = response;
      call.end({ usage: () => readUsage(data) });
    }
    return result;
  } catch (cause) {
    const isBroken = cause instanceof SyntaxError && call.answer?.ok;
    const error = isBroken ? responseFormatError(call, { what: "with malformed or cut JSON" }) : cause;
    call.fail(error);
    throw error;
  }
}

/** The arguments after the path; optional where the operation needs none. */
export type InitArguments<Init> = undefined extends Init ? [(Init & Extras)?] : [Init & Extras];

type Extras = { [key: string]: unknown };

/** The answer of a raw call: its body as `data`, or the refusal as `error`. */
export type RawAnswer<Operation, Init> =
  | { data: ParseAsResponse<BodyOf<Operation, 200>, Init>; error?: never; response: Response }
  | { data?: never; error: BodyOf<Operation, Exclude<StatusOf<Operation>, 200>>; response: Response };

type StatusOf<Operation> = Operation extends { responses: infer Responses } ? keyof Responses : never;

type BodyOf<Operation, Status> = Operation extends { responses: infer Responses }
  ? Responses[Status & keyof Responses] extends { content: infer Content }
    ? Content extends { "application/json": infer Json }
      ? Json
      : Content[keyof Content]
    : undefined
  : never;
