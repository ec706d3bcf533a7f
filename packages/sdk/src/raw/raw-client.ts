import type { ClientPathsWithMethod, MaybeOptionalInit, Client as OpenAPIClient, ParseAsResponse } from "openapi-fetch";
import { Call } from "../call/call.js";
import { endingResponse } from "../call/ending-response.js";
import type { Client } from "../client.js";
import { OptionError } from "../errors/model-access-error.js";
import type { paths } from "../generated/openapi.js";
import { send } from "../transport/send.js";
import type { RequestCarrier } from "./request-carrier.js";

/** The client of openapi-fetch, with its own types. */
export type FetchClient = OpenAPIClient<paths, "application/json">;

/**
 * The openapi-fetch client of the whole contract. Only the types of its answers are our own: openapi-fetch's take the
 * open enums of the contract (`"stop" | (string & {})`) for objects, and its replies would not fit this package's types.
 * Its middleware may change the headers of the request that it gets; that is no WHATWG `Request`, so it can't be copied.
 */
export interface RawClient extends Omit<FetchClient, "GET" | "POST"> {
  /** Reads; gives the answer as `data` or `error`, and the response. */
  GET: RawMethod<"get">;
  /** Sends a body; gives the answer as `data` or `error`, and the response. */
  POST: RawMethod<"post">;
}

type RawMethod<Method extends "get" | "post"> = <
  Path extends ClientPathsWithMethod<FetchClient, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: InitArguments<Init>
) => Promise<RawAnswer<paths[Path][Method], Init>>;

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "request"] as const;

/** The openapi-fetch client of a client, for callers who read what comes: it gives refusals back, and each call ends with its body. */
export function rawClientOf(client: Client): RawClient {
  const { requests } = client;
  const raw: Record<string, unknown> = { use: requests.use, eject: requests.eject };
  for (const name of methods) {
    // Every method takes its init last.
    const method = requests[name] as (...args: unknown[]) => Promise<unknown>;
    raw[name] = (...args: unknown[]) => {
      const place = name === "request" ? 2 : 1;
      const init = (args[place] ?? {}) as { signal?: AbortSignal | null; body?: { model?: unknown } | null };
      const call = new Call({ client, options: { signal: init.signal ?? undefined }, model: init.body?.model });
      args[place] = { ...init, call, fetch: (request: unknown) => answerOf(request as RequestCarrier) };
      return method(...args);
    };
  }
  // The same functions; RawClient only says more about what they give.
  return raw as unknown as RawClient;
}

/** The answer to a call, refusal or not. */
async function answerOf(request: RequestCarrier): Promise<Response> {
  const { call, url } = request;
  const { root } = call.client;
  try {
    if (!url.startsWith(`${root}/`)) {
      throw new OptionError("baseUrl", `baseUrl is not that of the client, ${root}; make another client for it.`);
    }
    call.begin();
    await send(request);
  } catch (error) {
    call.fail(error);
    throw error;
  }
  return endingResponse(call, { what: "lost its connection while the answer came" });
}

/** What follows the path: nothing where the operation needs nothing. */
export type InitArguments<Init> = undefined extends Init ? [(Init & Extras)?] : [Init & Extras];

type Extras = { [key: string]: unknown };

type RawAnswer<Operation, Init> =
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
