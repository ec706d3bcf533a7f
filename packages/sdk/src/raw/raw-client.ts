import type { Client, ClientPathsWithMethod, MaybeOptionalInit, ParseAsResponse } from "openapi-fetch";
import type { paths } from "../generated/openapi.js";

/** The client of openapi-fetch, with its own types. */
export type FetchClient = Client<paths, "application/json">;

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
