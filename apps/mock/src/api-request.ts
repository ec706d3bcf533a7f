import { type Operation, type Violation, validateParameters, validateRequestBody } from "@model-access/contract";
import type { Call } from "./call.js";
import { Refusal } from "./refusal.js";
import { readRequestBody } from "./request-body.js";
import type { Route } from "./route.js";

/** A request that the contract accepts. */
export interface ApiRequest {
  operation: Operation;
  path: Record<string, string>;
  query: Record<string, string>;
  /** Its fields where the body is an object, as JSON and forms are; else empty. */
  fields: Record<string, unknown>;
}

/** Reads a call by the contract; refuses it with the contract's own explanation. */
export async function readApiRequest({ operation, path }: Route, call: Call): Promise<ApiRequest> {
  const { operationId } = operation;
  const body = await readRequestBody(operation, call);
  const query = Object.fromEntries(call.query);
  refuse(validateParameters(operationId, { path, query, header: call.headers }).map(ofParameter));
  if (body !== undefined) refuse(validateRequestBody(operationId, body.mediaType, body.value));
  // Every body of the contract is an object, and this one has just been validated.
  return { operation, path, query, fields: (body?.value ?? {}) as Record<string, unknown> };
}

function refuse([violation]: Violation[]): void {
  if (violation === undefined) return;
  throw new Refusal(violation.keyword === "required" ? "missing_parameter" : "invalid_parameter", violation.message);
}

/** A parameter is told by its place and name: not `'query.limit'`, but `the query parameter 'limit'`. */
function ofParameter(violation: Violation): Violation {
  const message = violation.message
    .replace(/^The required field '(path|query|header)\.(.*?)'/, "The required $1 parameter '$2'")
    .replace(/^'(path|query|header)\.(.*?)'/, "The $1 parameter '$2'");
  return { ...violation, message };
}
