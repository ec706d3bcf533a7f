import { BotError } from "../bots/bot-stream.js";
import * as errors from "../errors/model-access-error.js";
import * as statusErrors from "../errors/status-error.js";
import { isErrorLike } from "../stream/json-fields.js";
import type { Failure } from "./wire.js";

// Their constructors differ only in what details they take, and they get those that one of their own had.
type ErrorClass = new (message: string, details: never) => Error;

const { hiddenDetails, ModelAccessError, OptionError, ...otherErrors } = errors;
const classes: Record<string, ErrorClass> = { ...otherErrors, ...statusErrors, BotError };

// The errors of the language that a platform's `fetch` throws.
const languageClasses: Record<string, ErrorConstructor> = { Error, RangeError, SyntaxError, TypeError };

// Causes may refer to each other.
const maxCauseDepth = 6;

/** An error as plain data, for another thread. */
export function toFailure(error: unknown, depth = 0): Failure {
  if (!isErrorLike(error)) return { isOurs: false, name: "Error", message: String(error), details: {} };
  const { name, message, cause } = error;
  const isOurs = error instanceof ModelAccessError;
  return {
    isOurs,
    name,
    message,
    details: isOurs ? readDetails(error) : readCode(error),
    cause: cause === undefined || depth > maxCauseDepth ? undefined : toFailure(cause, depth + 1),
  };
}

/** The error again, of the class that it had. */
export function toError(failure: Failure): Error {
  const { isOurs, name, message, details } = failure;
  const cause = failure.cause === undefined ? undefined : toError(failure.cause);
  const error = isOurs ? ourError(name, message, { ...details, cause }) : foreignError(name, message, cause);
  if (!isOurs) Object.assign(error, details);
  return error;
}

function readDetails(error: errors.ModelAccessError): Record<string, unknown> {
  const fields = error as errors.ModelAccessError & Record<string, unknown>;
  const details: Record<string, unknown> = { ...fields };
  for (const name of hiddenDetails) if (fields[name] !== undefined) details[name] = fields[name];
  return details;
}

// What else a foreign error has may be an object of the platform, which goes to no other thread.
function readCode(error: Error): Record<string, unknown> {
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" || typeof code === "number" ? { code } : {};
}

function ourError(name: string, message: string, { option, ...details }: Record<string, unknown>): Error {
  if (name === "OptionError") return new OptionError(String(option), message, details);
  const Class = classes[name] ?? ModelAccessError;
  return new Class(message, details as never);
}

function foreignError(name: string, message: string, cause: Error | undefined): Error {
  const error = new (languageClasses[name] ?? Error)(message, cause === undefined ? undefined : { cause });
  if (error.name !== name) Object.defineProperty(error, "name", { value: name });
  return error;
}
