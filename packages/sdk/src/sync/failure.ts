import { BotError } from "../bots/bot-error.js";
import {
  AbortError,
  ConnectionError,
  ModelAccessError,
  OptionError,
  ResponseFormatError,
} from "../errors/model-access-error.js";
import * as statusErrors from "../errors/status-error.js";
import { StreamError, StreamIncompleteError } from "../errors/stream-error.js";
import { TimeoutError } from "../errors/timeout-error.js";
import type { Failure } from "./wire.js";

// Their constructors differ only in what details they take, and they get those that one of their own had.
type ErrorClass = new (message: string, details: never) => Error;

const classes: Record<string, ErrorClass> = {
  ...statusErrors,
  AbortError,
  BotError,
  ConnectionError,
  ModelAccessError,
  ResponseFormatError,
  StreamError,
  StreamIncompleteError,
  TimeoutError,
};

// What errors keep out of what is printed, and `cause`, which no loop over their fields finds.
const hidden = ["partial", "body", "excerpt"] as const;

/** An error as plain data, for another thread. Of its cause the sentence is kept. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), details: {} };
  const fields = error as Error & Record<string, unknown>;
  const details: Record<string, unknown> = { ...fields };
  for (const name of hidden) if (fields[name] !== undefined) details[name] = fields[name];
  if (error.cause instanceof Error) details.cause = error.cause.message;
  return { name: error.name, message: error.message, details };
}

/** The error again, of the class that it had. */
export function errorOf({ name, message, details }: Failure): Error {
  if (name === "OptionError") return new OptionError(String(details.option), message);
  const { cause, ...rest } = details;
  const known = typeof cause === "string" ? { ...rest, cause: new Error(cause) } : rest;
  const Class = classes[name];
  return Class === undefined ? new Error(message) : new Class(message, known as never);
}
