import type { CompiledValidator } from "./ajv-error.js";
import type { ReplyBody, RequestBody } from "./bodies.js";
import { explainAll } from "./explain.js";
import type { OperationId } from "./generated/version.js";
import type { ServerSentEvent } from "./grammar.js";
import { mediaTypeIn } from "./media-type.js";
import type { BareMediaTypeRow, HeaderRow, OperationRow, ParameterRow, ResponseRow } from "./operation.js";
import { findVariant } from "./stream-variant.js";
import type { Violation } from "./violation.js";

/** Parameters of a request, as text. Header names are in lower case. */
export interface RequestParameters {
  path?: Record<string, string | undefined>;
  query?: Record<string, string | undefined>;
  header?: Record<string, string | undefined>;
}

/** Checks requests and replies of one operation, with the package's functions minus their `operationId`. */
export interface OperationChecks<Id extends OperationId> {
  /** The operation's row, without its examples. */
  operation: OperationRow;
  /** True for a JSON body that the operation accepts. */
  isRequestBody(body: unknown): body is RequestBody<Id>;
  /** True for a JSON body of a reply with status 200. */
  isReplyBody(body: unknown): body is ReplyBody<Id>;
  validateRequestBody(contentType: string, body: unknown): Violation[];
  validateParameters(parameters: RequestParameters): Violation[];
  validateResponseBody(status: number, contentType: string, body: unknown): Violation[];
  validateResponseHeaders(status: number, headers: Record<string, string | undefined>): Violation[];
  validateStreamEvent(event: ServerSentEvent): Violation[];
}

/** Creates the checks of an operation from its row and its compiled validators. */
export function createOperationChecks<Id extends OperationId>(
  operation: OperationRow,
  validators: Record<string, CompiledValidator>,
): OperationChecks<Id> {
  const { operationId } = operation;
  const run = (name: string | undefined, value: unknown) => runValidator(validators, name, value);
  const parameters = {
    path: selectParameters("path", operation.parameters),
    query: selectParameters("query", operation.parameters),
    header: selectParameters("header", operation.parameters),
  };

  function validateRequestBody(contentType: string, body: unknown): Violation[] {
    const row = findMediaType(operation.body?.mediaTypes, contentType);
    if (row === undefined) throw new Error(`${operationId} takes no body of type ${contentType}.`);
    return run(row.validator, body);
  }

  function validateResponseBody(status: number, contentType: string, body: unknown): Violation[] {
    const row = findMediaType(responseIn(operation, status)?.mediaTypes, contentType);
    if (row === undefined) throw new Error(`${operationId} documents no ${contentType} for status ${status}.`);
    return run(row.validator, body);
  }

  return {
    operation,
    isRequestBody: (body): body is RequestBody<Id> =>
      findMediaType(operation.body?.mediaTypes, json) !== undefined && validateRequestBody(json, body).length === 0,
    isReplyBody: (body): body is ReplyBody<Id> =>
      findMediaType(operation.responses["200"]?.mediaTypes, json) !== undefined &&
      validateResponseBody(200, json, body).length === 0,
    validateRequestBody,
    validateParameters({ path = {}, query = {}, header = {} }) {
      const value = {
        path: parseValues(parameters.path, path),
        query: parseValues(parameters.query, query),
        header: parseValues(parameters.header, header),
      };
      return run(operation.parametersValidator, value).map(nameParameter);
    },
    validateResponseBody,
    validateResponseHeaders(status, headers) {
      const row = responseIn(operation, status);
      if (row === undefined) throw new Error(`${operationId} documents no status ${status}.`);
      return run(row.headersValidator, parseValues(row.headers, headers)).map(nameHeader);
    },
    validateStreamEvent(event) {
      const events = Object.values(operation.responses)
        .flatMap(({ mediaTypes }) => Object.values(mediaTypes))
        .find((row) => row.events !== undefined)?.events;
      if (events === undefined) throw new Error(`${operationId} has no event stream.`);
      if (events.some((row) => row.data !== undefined && row.data === event.data)) return [];
      let payload: unknown;
      try {
        payload = JSON.parse(event.data);
      } catch {
        return [whole("json", "to be JSON", "The event's data is not JSON.")];
      }
      const variant = findVariant(events, { event, payload, run });
      if (variant === undefined) return [];
      if (variant.isEventRequired && event.event === undefined) {
        const line = variant.type === undefined ? "that names its kind" : `that says ${variant.event}`;
        return [whole("required", `an event line ${line}`, `The event has no event line; expected one ${line}.`)];
      }
      return run(variant.validator, payload);
    },
  };
}

const json = "application/json";

/** Returns the parameters of one place; header names in lower case. */
function selectParameters(place: ParameterRow["in"], rows: readonly ParameterRow[]): ParameterRow[] {
  return rows
    .filter((row) => row.in === place)
    .map((row) => (place === "header" ? { ...row, name: row.name.toLowerCase() } : row));
}

/** Returns the response documented for a status: its own row, else `default`, else undefined. */
export function responseIn<Media>(
  { responses }: { responses: Record<string, ResponseRow<Media>> },
  status: number,
): ResponseRow<Media> | undefined {
  return responses[String(status)] ?? responses.default;
}

function findMediaType(
  rows: Record<string, BareMediaTypeRow> | undefined,
  contentType: string,
): BareMediaTypeRow | undefined {
  const name = mediaTypeIn(rows, contentType);
  return name === undefined ? undefined : rows?.[name];
}

/** Runs a validator; without one, any value is valid. */
function runValidator(
  validators: Record<string, CompiledValidator>,
  name: string | undefined,
  value: unknown,
): Violation[] {
  if (name === undefined) return [];
  const validate = validators[name];
  if (validate === undefined)
    throw new Error(`There is no validator ${name}; run the build of @model-access/contract.`);
  try {
    return validate(value) ? [] : explainAll(validate.errors ?? [], value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [whole("depth", "to be nested less deeply", "The value is nested too deeply to be checked.")];
  }
}

/** Picks the documented values, and parses numbers and booleans where the contract expects them. */
function parseValues(
  rows: (ParameterRow | HeaderRow)[],
  values: Record<string, string | undefined>,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const { name, types } of rows) {
    const text = values[name];
    if (text === undefined) continue;
    const isNumber = types.some((type) => type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(text);
    const isBoolean = types.includes("boolean") && /^(true|false)$/.test(text);
    read[name] = isNumber ? Number(text) : isBoolean ? text === "true" : text;
  }
  return read;
}

/** Names the parameter in the message: `'query.limit'` becomes `The query parameter 'limit'`. */
function nameParameter(violation: Violation): Violation {
  const told = (place: string) => (place === "header" ? "header" : `${place} parameter`);
  const message = violation.message
    .replace(
      /^The required field '(path|query|header)\.(.*?)'/,
      (_all, place, name) => `The required ${told(place)} '${name}'`,
    )
    .replace(/^'(path|query|header)\.(.*?)'/, (_all, place, name) => `The ${told(place)} '${name}'`);
  return { ...violation, message };
}

function nameHeader(violation: Violation): Violation {
  const message = violation.message
    .replace(/^The required field '/, "The required header '")
    .replace(/^'/, "The header '");
  return { ...violation, message };
}

const whole = (keyword: string, expected: string, message: string): Violation => ({
  pointer: "",
  keyword,
  expected,
  message,
  schemaPointer: "",
});
