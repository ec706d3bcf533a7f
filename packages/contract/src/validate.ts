import type { ReplyBody, RequestBody } from "./bodies.js";
import { operationChecks, operations } from "./generated/operations.js";
import type { OperationId } from "./generated/version.js";
import type { ServerSentEvent } from "./grammar.js";
import type { Operation, ResponseRow } from "./operation.js";
import { type OperationChecks, type RequestParameters, responseIn } from "./operation-checks.js";
import { ownMember } from "./own-member.js";
import type { Violation } from "./violation.js";

/**
 * The id of an operation: editors complete the known ids, and any other string compiles too.
 */
export type OperationName = OperationId | (string & {});

/** Returns an operation by its id. Throws for an unknown id. */
export function operationOf(operationId: OperationName): Operation {
  return found(ownMember(operations, operationId), operationId);
}

/** Returns the violations of a request body; empty if it is valid. `contentType` may have parameters. */
export function validateRequestBody(operationId: OperationName, contentType: string, body: unknown): Violation[] {
  return checksOf(operationId).validateRequestBody(contentType, body);
}

/**
 * Returns the violations of path, query and header parameters. Numbers and booleans are parsed from text.
 */
export function validateParameters(operationId: OperationName, parameters: RequestParameters): Violation[] {
  return checksOf(operationId).validateParameters(parameters);
}

/**
 * Returns the response documented for a status: its own row, else `default`, else undefined.
 */
export function responseOf(operationId: OperationName, status: number): ResponseRow | undefined {
  return responseIn(operationOf(operationId), status);
}

/** Returns the violations of a response body. Throws if the contract documents no such status and media type. */
export function validateResponseBody(
  operationId: OperationName,
  status: number,
  contentType: string,
  body: unknown,
): Violation[] {
  return checksOf(operationId).validateResponseBody(status, contentType, body);
}

/** Returns the violations of a response's headers (names in lower case). Throws for an undocumented status. */
export function validateResponseHeaders(
  operationId: OperationName,
  status: number,
  headers: Record<string, string | undefined>,
): Violation[] {
  return checksOf(operationId).validateResponseHeaders(status, headers);
}

/**
 * Returns the violations of one event of a stream: its event line and its payload. An unknown kind of event is valid.
 * `createStreamJudge` checks order, identity and ending.
 */
export function validateStreamEvent(operationId: OperationName, event: ServerSentEvent): Violation[] {
  return checksOf(operationId).validateStreamEvent(event);
}

/** Type guard: true for a JSON body that the operation accepts. */
export function isRequestBody<Id extends OperationId>(operationId: Id, body: unknown): body is RequestBody<Id> {
  return checksOf(operationId).isRequestBody(body);
}

/** Type guard: true for a JSON body of the operation's reply with status 200. */
export function isReplyBody<Id extends OperationId>(operationId: Id, body: unknown): body is ReplyBody<Id> {
  return checksOf(operationId).isReplyBody(body);
}

function checksOf(operationId: string): OperationChecks<OperationId> {
  // Each entry has its own operation's types; only the functions are called here.
  const table = operationChecks as Record<string, unknown> as Record<string, OperationChecks<OperationId>>;
  return found(ownMember(table, operationId), operationId);
}

function found<T>(value: T | undefined, operationId: string): T {
  if (value !== undefined) return value;
  throw new Error(`The contract has no operation ${operationId}; it has ${Object.keys(operations).join(", ")}.`);
}
