import type { StandardSchema } from "./standard-schema.js";
import { StructuredOutputError } from "./structured-output-error.js";

/**
 * The value in a text that is JSON, as the schema makes it. Throws a `StructuredOutputError` where there is no text, it is
 * not JSON or the schema does not take it.
 */
export async function parseText<Output>(text: string, schema: StandardSchema<Output>): Promise<Output> {
  if (text.trim() === "") throw new StructuredOutputError("missing", text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StructuredOutputError("malformed", text);
  }
  const result = await schema["~standard"].validate(value);
  if (result.issues !== undefined) throw new StructuredOutputError("invalid", text, result.issues);
  return result.value;
}
