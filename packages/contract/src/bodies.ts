import type { operations } from "./generated/openapi.js";
import type { OperationId } from "./generated/version.js";

/** The JSON body that an operation's request has; `never` for an operation without one. */
export type RequestBody<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? JsonOf<Content>
  : never;

/** The JSON body of a reply with status 200; `never` where that is a file or a stream alone. */
export type ReplyBody<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: infer Content } };
}
  ? JsonOf<Content>
  : never;

type JsonOf<Content> = Content extends { "application/json": infer Body } ? Body : never;
