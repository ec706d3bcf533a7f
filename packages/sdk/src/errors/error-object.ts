import { isFields, textIn } from "../stream/json-fields.js";

/** The error object of an answer or of a stream, as far as it can be read. */
export interface ErrorObject {
  message: string;
  type?: string | undefined;
  code?: string | number | undefined;
  param?: string | undefined;
}

/** Reads `{error: {message, type, code}}`, and the bare `{message, type, code}` that an error event may carry. */
export function errorObjectOf(body: unknown): ErrorObject | undefined {
  const error = isFields(body) ? (body.error ?? body) : undefined;
  if (typeof error === "string") return { message: error };
  if (!isFields(error) || typeof error.message !== "string") return undefined;
  const { message, type, code, param } = error;
  return { message, type: textIn(type), code: typeof code === "number" ? code : textIn(code), param: textIn(param) };
}

const maxClauseLength = 500;

/** A message as the middle of a sentence: one line, no full stop. To be made after the key is out, or it could keep half. */
export function clauseOf(message: string): string {
  return message.slice(0, maxClauseLength).replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
}
