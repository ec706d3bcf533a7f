import type { EventStream } from "../call.js";
import type { components, operations } from "../generated/admin-api.js";
import type { Session } from "../session/session.js";
import type { Sessions } from "../session/sessions.js";

export type AdminSchemas = components["schemas"];

export type AdminOperationId = keyof operations;

interface AdminRequest<Id extends AdminOperationId> {
  path: Parameters<Id, "path">;
  query: Parameters<Id, "query">;
  body: JsonIn<NonNullable<operations[Id]["requestBody"]>>;
}

type Parameters<Id extends AdminOperationId, Place extends "path" | "query"> = NonNullable<
  operations[Id]["parameters"][Place]
>;

type JsonIn<Content> = [Content] extends [{ content: { "application/json": infer Value } }] ? Value : never;

type SuccessOf<Responses> = Responses extends { 200: infer Reply } | { 201: infer Reply } ? Reply : undefined;

/** The reply of an operation: the value of its JSON, a stream of another media type, or nothing. */
type AdminReply<Reply> = Reply extends { content: { "application/json": infer Value } }
  ? Value
  : Reply extends { content: object }
    ? EventStream
    : undefined;

export interface AdminContext {
  sessions: Sessions;
  session: Session;
  /** The rate window of keys that have none of their own. */
  requestsPerMinute: number;
  /** The balance that a new key starts with by default. */
  points: number;
}

/** Does one operation of the admin API. Status and media type of its answer are those of the document. */
export type AdminOperation<Id extends AdminOperationId> = (
  request: AdminRequest<Id>,
  context: AdminContext,
) => Promise<AdminReply<SuccessOf<operations[Id]["responses"]>>>;
