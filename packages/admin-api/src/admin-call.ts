import type { operations } from "../dist/admin-api.js";
import { adminRoutes } from "../dist/admin-routes.js";

/** The operations of the admin API. */
export type AdminOperationId = keyof operations;

/** The path or query parameters of an operation. */
export type AdminParameters<Id extends AdminOperationId, Place extends "path" | "query"> = NonNullable<
  operations[Id]["parameters"][Place]
>;

type JsonIn<Content> = [Content] extends [{ content: { "application/json": infer Value } }] ? Value : undefined;
type SuccessOf<Responses> = Responses extends { 200: infer Reply } | { 201: infer Reply } ? Reply : undefined;

/** The answer of an operation that succeeds. */
export type AdminSuccess<Id extends AdminOperationId> = SuccessOf<operations[Id]["responses"]>;

/** The JSON of that answer; undefined where it has none. */
export type AdminReply<Id extends AdminOperationId> = JsonIn<AdminSuccess<Id>>;

/** The JSON that an operation takes. */
export type AdminBody<Id extends AdminOperationId> = Exclude<
  JsonIn<NonNullable<operations[Id]["requestBody"]>>,
  undefined
>;

/** The arguments of a call, but for the session. */
export interface Asked<Id extends AdminOperationId> {
  path?: Omit<AdminParameters<Id, "path">, "session"> & { session?: string };
  query?: AdminParameters<Id, "query">;
  body?: AdminBody<Id>;
}

/** The mock's refusal of a call, as far as it could be read. */
export interface AdminRefusal {
  status: number;
  method: string;
  /** Below the session, such as `/faults`. */
  path: string;
  message?: string;
  code?: string;
}

export type AdminCall = ReturnType<typeof createAdminCall>;

/** Makes what calls the admin API at `root` for a session, each call by the id of its operation. A refusal is thrown as `explain` has it. */
export function createAdminCall({
  root,
  session,
  fetch,
  explain,
}: {
  root: string;
  session: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  explain: (refusal: AdminRefusal) => Error;
}) {
  return { call, send, listExchanges };

  async function call<Id extends AdminOperationId>(id: Id, asked: Asked<Id> = {}): Promise<AdminReply<Id>> {
    const text = await (await send(id, asked)).text();
    return (text === "" ? undefined : JSON.parse(text)) as AdminReply<Id>; // as the document says
  }

  async function send<Id extends AdminOperationId>(id: Id, { path, query, body }: Asked<Id> = {}): Promise<Response> {
    const [method, template] = adminRoutes[id];
    const names: Record<string, unknown> = { session, ...path };
    const target = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names[name])));
    const given = Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
    const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
    const response = await fetch(root + target + search, {
      method,
      headers: { "x-mock-admin": "1", ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return response;
    const told = errorIn(await response.text());
    throw explain({ ...told, status: response.status, method, path: target.replace(/^\/sessions\/[^/]+/, "") || "/" });
  }

  /** The last exchanges that fit a filter, `most` of them at most, oldest first. */
  async function listExchanges(filter: AdminParameters<"listExchanges", "query">, most = Number.POSITIVE_INFINITY) {
    let found: AdminReply<"listExchanges">["exchanges"] = [];
    for (let hasMore = true; hasMore && found.length < most; ) {
      const limit = String(Math.min(most - found.length, longestPage));
      const [oldest] = found;
      const page = await call("listExchanges", { query: { ...filter, limit, ...(oldest && { before: oldest.id }) } });
      found = [...page.exchanges, ...found];
      hasMore = page.hasMore && page.exchanges.length > 0;
    }
    return found;
  }
}

/** More the mock does not list at once. */
const longestPage = 1000;

function errorIn(text: string): { message?: string; code?: string } {
  try {
    return (JSON.parse(text) as { error?: { message?: string; code?: string } }).error ?? {};
  } catch {
    return {};
  }
}
