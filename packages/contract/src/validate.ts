import { explain } from "./explain.js";
import { operations } from "./generated/operations.js";
import validators from "./generated/validators.js";
import type { ServerSentEvent } from "./grammar.js";
import type { EventRow, HeaderRow, MediaTypeRow, Operation, ParameterRow, ResponseRow } from "./operation.js";
import { ownMember } from "./own-member.js";
import type { Violation } from "./violation.js";

/** Parameters of a request as they came: text, or nothing. Header names are in lower case. */
export interface RequestParameters {
  path?: Record<string, string | undefined>;
  query?: Record<string, string | undefined>;
  header?: Record<string, string | undefined>;
}

/** The operation of this id. Throws for an id that the contract does not have. */
export function operationOf(operationId: string): Operation {
  const operation = ownMember(operations, operationId);
  if (operation === undefined) {
    throw new Error(`The contract has no operation ${operationId}; it has ${Object.keys(operations).join(", ")}.`);
  }
  return operation;
}

/** What is wrong with a request's body; nothing where the operation takes it. `mediaType` is without parameters. */
export function validateRequestBody(operationId: string, mediaType: string, body: unknown): Violation[] {
  const row = ownMember(operationOf(operationId).body?.mediaTypes, mediaType);
  if (row === undefined) throw new Error(`${operationId} takes no body of type ${mediaType}.`);
  return run(row.validator, body);
}

/** What is wrong with a request's path, query and header parameters. Numbers and booleans are read from their text. */
export function validateParameters(operationId: string, parameters: RequestParameters): Violation[] {
  const operation = operationOf(operationId);
  const read = (place: ParameterRow["in"]) => {
    const rows = operation.parameters.filter((row) => row.in === place);
    const name = (row: ParameterRow) => (place === "header" ? row.name.toLowerCase() : row.name);
    return typed(
      rows.map((row) => ({ ...row, name: name(row) })),
      parameters[place] ?? {},
    );
  };
  return run(operation.parametersValidator, { path: read("path"), query: read("query"), header: read("header") });
}

/**
 * The response that the contract documents for a status: its own row, else `default`, else undefined.
 */
export function responseOf(operationId: string, status: number): ResponseRow | undefined {
  const { responses } = operationOf(operationId);
  return responses[String(status)] ?? responses.default;
}

/** What is wrong with a response's body. Throws where the contract documents no such status and media type. */
export function validateResponseBody(
  operationId: string,
  status: number,
  mediaType: string,
  body: unknown,
): Violation[] {
  return run(mediaTypeOf(operationId, status, mediaType).validator, body);
}

/** What is wrong with a response's headers (names in lower case). */
export function validateResponseHeaders(
  operationId: string,
  status: number,
  headers: Record<string, string | undefined>,
): Violation[] {
  const row = responseOf(operationId, status);
  if (row === undefined) throw new Error(`${operationId} documents no status ${status}.`);
  return run(row.headersValidator, typed(row.headers, headers));
}

/**
 * What is wrong with one event of a stream: its name, and the shape of its payload. An event that the contract
 * does not list is fine. Order, identity and ending are for `createStreamJudge`.
 */
export function validateStreamEvent(operationId: string, event: ServerSentEvent): Violation[] {
  const { events } = streamOf(operationId);
  if (events.some((row) => row.data !== undefined && row.data === event.data)) return [];
  let payload: unknown;
  try {
    payload = JSON.parse(event.data);
  } catch {
    return [whole("json", "to be JSON", "The event's data is not JSON.")];
  }
  const variant = variantOf(events, event, payload);
  if (variant === undefined) return [];
  if (variant.isEventRequired && event.event === undefined) {
    const line = variant.type === undefined ? "that names its kind" : `that says ${variant.event}`;
    return [whole("required", `an event line ${line}`, `The event has no event line; expected one ${line}.`)];
  }
  return run(variant.validator, payload);
}

function streamOf(operationId: string): { events: EventRow[] } {
  for (const response of Object.values(operationOf(operationId).responses)) {
    for (const { events } of Object.values(response.mediaTypes)) if (events !== undefined) return { events };
  }
  throw new Error(`${operationId} has no event stream.`);
}

/** The variant that an event says it is: by its payload's type, by its event line, else the one that its payload fits best. */
function variantOf(events: EventRow[], event: ServerSentEvent, payload: unknown): EventRow | undefined {
  const known = events.filter((row) => !row.isOpen && row.data === undefined);
  const type = typeof payload === "object" && payload !== null && "type" in payload ? payload.type : undefined;
  const typed = known.filter((row) => row.type !== undefined);
  if (typed.length > 0 && typeof type === "string")
    return typed.find((row) => row.type === type) ?? variantByName(known, event);
  const named = variantByName(known, event);
  if (named !== undefined) return named;
  if (events.some((row) => row.isEventRequired) && event.event !== undefined) return undefined;
  return closest(events, payload);
}

/** Of the variants that nothing names, the one that fits, or else the known one that fits to the deepest place. */
function closest(events: EventRow[], payload: unknown): EventRow | undefined {
  let best: EventRow | undefined;
  let bestReach = -1;
  for (const row of events) {
    if (row.validator === undefined) continue;
    const [violation] = run(row.validator, payload);
    if (violation === undefined) return row;
    if (row.isOpen || reachOf(violation) <= bestReach) continue;
    best = row;
    bestReach = reachOf(violation);
  }
  return best;
}

/** How far a value fits: a member that is wrong is nearer to a fit than one that is missing beside it. */
const reachOf = ({ pointer, keyword }: Violation) => 2 * pointer.split("/").length + (keyword === "required" ? 0 : 1);

const variantByName = (known: EventRow[], { event }: ServerSentEvent) =>
  event === undefined ? undefined : known.find((row) => row.event === event);

function mediaTypeOf(operationId: string, status: number, mediaType: string): MediaTypeRow {
  const row = ownMember(responseOf(operationId, status)?.mediaTypes, mediaType);
  if (row === undefined) throw new Error(`${operationId} documents no ${mediaType} for status ${status}.`);
  return row;
}

function run(name: string | undefined, value: unknown): Violation[] {
  if (name === undefined) return [];
  const validate = validators[name];
  if (validate === undefined)
    throw new Error(`There is no validator ${name}; run the build of @model-access/contract.`);
  try {
    return validate(value) ? [] : [explain(validate.errors ?? [], value)];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [whole("depth", "to be nested less deeply", "The value is nested too deeply to be checked.")];
  }
}

/** Text values of the rows' names, with numbers and booleans read where the contract wants one and the text is one. */
function typed(
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

const whole = (keyword: string, expected: string, message: string): Violation => ({
  pointer: "",
  keyword,
  expected,
  message,
  schemaPointer: "",
});
