import { isFields } from "../stream/pieces.js";

/** The error object of an answer or of a stream, as far as it can be read. */
export interface ErrorObject {
  message: string;
  type?: string | undefined;
  code?: string | number | undefined;
  param?: string | undefined;
}

const maxMessageLength = 500;

/** Reads `{error: {message, type, code}}`, and the bare `{message, type, code}` that an error event may carry. */
export function errorObjectOf(body: unknown): ErrorObject | undefined {
  if (!isFields(body)) return undefined;
  const error = body.error ?? body;
  if (typeof error === "string") return { message: oneLine(error) };
  if (!isFields(error)) return undefined;
  const { message, type, code, param } = error;
  if (typeof message !== "string") return undefined;
  return {
    message: oneLine(message),
    type: typeof type === "string" ? type : undefined,
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    param: typeof param === "string" ? param : undefined,
  };
}

// The message becomes the middle of a sentence: one line, no full stop.
function oneLine(text: string): string {
  return text.slice(0, maxMessageLength).replaceAll(/\s+/g, " ").trim().replace(/\.$/, "");
}
