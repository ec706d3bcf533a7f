import type { StandardSchema } from "./standard-schema.js";
import { StructuredOutputError } from "./structured-output-error.js";

/**
 * The value in a JSON text, as the schema returns it. Throws a `StructuredOutputError` if the text is empty, is not JSON
 * or does not match the schema.
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
