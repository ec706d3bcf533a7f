import { OptionError } from "../errors/model-access-error.js";
import type { StandardSchema } from "./standard-schema.js";

/** A JSON Schema as plain data. */
export type JSONSchema = { [keyword: string]: unknown };

/**
 * The JSON Schema that a model is to follow: the one that was given, or what the schema's own library makes of it. It is
 * the schema of what goes into the validation, so defaults and transformations are still to come.
 */
export function jsonSchemaOf(schema: StandardSchema, given: JSONSchema | undefined): JSONSchema {
  const { jsonSchema, vendor } = schema["~standard"];
  const found = given ?? jsonSchema?.input({ target: "draft-2020-12" });
  if (found === undefined) {
    throw new OptionError(
      "jsonSchema",
      `jsonSchema is missing: schemas of ${vendor} have no JSON Schema; pass it as { jsonSchema: … }.`,
    );
  }
  return found;
}
