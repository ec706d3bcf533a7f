import type { operations } from "./generated/openapi.js";
import type { OperationId } from "./generated/version.js";

/** The JSON body of an operation's request; `never` for an operation without one. */
export type RequestBody<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? JsonOf<Content>
  : never;

/** The JSON body of a reply with status 200; `never` if that is only a file or a stream. */
export type ReplyBody<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: infer Content } };
}
  ? JsonOf<Content>
  : never;

type JsonOf<Content> = Content extends { "application/json": infer Body } ? Body : never;
