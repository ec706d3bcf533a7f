import type * as Contract from "../generated/openapi.js";
import { check } from "../options/check-options.js";
import { withValues } from "../stream/json-fields.js";
import { requireSchema, type StandardSchema } from "./standard-schema.js";

/** Options for the format of a reply. */
export interface FormatOptions extends MessageFormatOptions {
  /** A name for the format: up to 64 letters, digits, underscores and hyphens. `reply` by default. */
  name?: string | undefined;
  /** The purpose of the format, for the model. */
  description?: string | undefined;
  /**
   * True if the text must follow the schema exactly. Providers then want every property required and no others
   * allowed, so use a strict object of your library. The schema is sent as it is.
   */
  strict?: boolean | undefined;
}

/** Options for the format of a reply on the messages interface. */
export interface MessageFormatOptions {
  /** The JSON Schema to send, for libraries whose schemas have none, or to replace theirs. */
  jsonSchema?: JSONSchema | undefined;
}

/**
 * The `response_format` of a chat completion. Not every model obeys it; the reply is checked all the same.
 *
 * @example
 * const response_format = chatResponseFormat(Person, { name: "person" });
 */
export function chatResponseFormat(
  schema: StandardSchema,
  options: FormatOptions = {},
): Contract.ChatResponseFormatJsonSchema {
  return { type: "json_schema", json_schema: namedFormat(schema, options) };
}

/**
 * The `text.format` of a response (R1.5).
 *
 * @example
 * const text = { format: responseTextFormat(Person, { name: "person" }) };
 */
export function responseTextFormat(
  schema: StandardSchema,
  options: FormatOptions = {},
): Contract.ResponseTextFormatJsonSchema {
  return { type: "json_schema", ...namedFormat(schema, options) };
}

/**
 * The `output_config.format` of a message.
 *
 * @example
 * const output_config = { format: messageOutputFormat(Person) };
 */
export function messageOutputFormat(
  schema: StandardSchema,
  options: MessageFormatOptions = {},
): Contract.MessageOutputFormatJsonSchema {
  return { type: "json_schema", schema: readJSONSchema(schema, options) };
}

interface NamedFormat {
  name: string;
  schema: JSONSchema;
  description?: string;
  strict?: boolean;
}

function namedFormat(schema: StandardSchema, options: FormatOptions): NamedFormat {
  const { name = "reply", description, strict } = Object(options) as FormatOptions;
  const isName = /^[\w-]{1,64}$/.test(name);
  check("name", isName, "is not 1 to 64 letters, digits, underscores and hyphens; write it like person.");
  return { name, schema: readJSONSchema(schema, options), ...withValues({ description, strict }) };
}

/** A JSON Schema as plain data. */
export type JSONSchema = { [keyword: string]: unknown };

/** Returns the JSON Schema of the options or the schema's library: of the input, before defaults and transforms. */
function readJSONSchema(schema: StandardSchema, options: MessageFormatOptions): JSONSchema {
  requireSchema(schema);
  const { jsonSchema, vendor } = schema["~standard"];
  const found = options?.jsonSchema ?? jsonSchema?.input({ target: "draft-2020-12" });
  check("jsonSchema", found, `is missing: schemas of ${vendor} have no JSON Schema; pass it as { jsonSchema: … }.`);
  return found;
}
