import {
  type Operation,
  responseOf,
  validateParameters,
  validateRequestBody,
  validateResponseBody,
  validateResponseHeaders,
} from "@model-access/contract";
import { eventsOf, streamFaults } from "../events.js";
import type { GeneratedRequest } from "./generated-request.js";

/** All that the contract has to say against a response; a 5xx is a fault of itself. */
export async function faultsOfResponse(operation: Operation, response: Response): Promise<unknown[]> {
  const { operationId } = operation;
  const { status, headers } = response;
  const text = await response.text();
  const mediaType = headers.get("content-type") ?? "";
  const isDocumented = responseOf(operationId, status)?.mediaTypes[mediaType] !== undefined;
  if (status >= 500 || !isDocumented) return [`${status} ${mediaType}: ${text}`];
  return [
    ...validateResponseHeaders(operationId, status, Object.fromEntries(headers)),
    ...(mediaType === "application/json" ? validateResponseBody(operationId, status, mediaType, JSON.parse(text)) : []),
    ...(mediaType === "text/event-stream" ? streamFaults(operation, eventsOf(text)) : []),
  ];
}

/** All that the contract has to say against a request. */
export function faultsOfRequest({ operationId }: Operation, { body, ...parameters }: GeneratedRequest): unknown[] {
  if (body !== undefined && body.value === undefined) return ["There is no body."];
  return [
    ...validateParameters(operationId, parameters),
    ...(body === undefined ? [] : validateRequestBody(operationId, body.mediaType, body.value)),
  ];
}
