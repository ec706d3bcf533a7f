import type { ReplyBody, RequestBody } from "./bodies.js";
import { operationChecks, operations } from "./generated/operations.js";
import type { OperationId } from "./generated/version.js";
import type { ServerSentEvent } from "./grammar.js";
import type { Operation, ResponseRow } from "./operation.js";
import { type OperationChecks, type RequestParameters, responseIn } from "./operation-checks.js";
import { ownMember } from "./own-member.js";
import type { Violation } from "./violation.js";

/** The id of an operation, or a name that may be one: editors complete the ids, and a name from outside is taken too. */
export type OperationName = OperationId | (string & {});

/** The operation of this id. Throws for an id that the contract does not have. */
export function operationOf(operationId: OperationName): Operation {
  return found(ownMember(operations, operationId), operationId);
}

/** What is wrong with a request's body; nothing where the operation takes it. `contentType` may have parameters. */
export function validateRequestBody(operationId: OperationName, contentType: string, body: unknown): Violation[] {
  return checksOf(operationId).validateRequestBody(contentType, body);
}

/** What is wrong with a request's path, query and header parameters. Numbers and booleans are read from their text. */
export function validateParameters(operationId: OperationName, parameters: RequestParameters): Violation[] {
  return checksOf(operationId).validateParameters(parameters);
}

/**
 * The response that the contract documents for a status: its own row, else `default`, else undefined.
 */
export function responseOf(operationId: OperationName, status: number): ResponseRow | undefined {
  return responseIn(operationOf(operationId), status);
}

/** What is wrong with a response's body. Throws where the contract documents no such status and media type. */
export function validateResponseBody(
  operationId: OperationName,
  status: number,
  contentType: string,
  body: unknown,
): Violation[] {
  return checksOf(operationId).validateResponseBody(status, contentType, body);
}

/** What is wrong with a response's headers (names in lower case). */
export function validateResponseHeaders(
  operationId: OperationName,
  status: number,
  headers: Record<string, string | undefined>,
): Violation[] {
  return checksOf(operationId).validateResponseHeaders(status, headers);
}

/**
 * What is wrong with one event of a stream: its name, and the shape of its payload. An event that the contract
 * does not list is fine. Order, identity and ending are for `createStreamJudge`.
 */
export function validateStreamEvent(operationId: OperationName, event: ServerSentEvent): Violation[] {
  return checksOf(operationId).validateStreamEvent(event);
}

/** True of a JSON body that the operation takes, which then has the body's type. */
export function isRequestBody<Id extends OperationId>(operationId: Id, body: unknown): body is RequestBody<Id> {
  return checksOf(operationId).isRequestBody(body);
}

/** True of a JSON body with which the operation answers 200, which then has the reply's type. */
export function isReplyBody<Id extends OperationId>(operationId: Id, body: unknown): body is ReplyBody<Id> {
  return checksOf(operationId).isReplyBody(body);
}

function checksOf(operationId: string): OperationChecks<OperationId> {
  // Each has the types of its own operation; here only their functions are called.
  const table = operationChecks as Record<string, unknown> as Record<string, OperationChecks<OperationId>>;
  return found(ownMember(table, operationId), operationId);
}

function found<T>(value: T | undefined, operationId: string): T {
  if (value !== undefined) return value;
  throw new Error(`The contract has no operation ${operationId}; it has ${Object.keys(operations).join(", ")}.`);
}
