import { OptionError } from "../errors/model-access-error.js";
import { isFields } from "../stream/json-fields.js";

/**
 * Stands for the parameters of a call that has none yet. They come before the options of every call without a body, so
 * that a query parameter can be added without breaking a caller.
 */
export type NoParams = { [name: string]: never };

/** Throws an `OptionError` for anything but an object as the body of a request. */
export function requireBody(body: unknown): void {
  if (!isFields(body)) throw new OptionError("body", "The request has no body; pass it as the first argument.");
}

/**
 * Throws an `OptionError` for a parameter that a method does not have, such as an option where the parameters belong.
 * `call` is the method up to its parameters, such as `models.list(`.
 */
export function checkParams(call: string, params: object | undefined, names: readonly string[] = []): void {
  for (const name in params) {
    if (names.includes(name) || (params as Record<string, unknown>)[name] === undefined) continue;
    const takes = names.length === 0 ? "takes no parameters yet" : `takes the parameters ${names.join(", ")}`;
    const method = call.slice(0, call.indexOf("("));
    throw new OptionError(
      name,
      `${method} ${takes}, and ${JSON.stringify(name)} is none of them; options come after them: ${call}{}, { ${name} }).`,
    );
  }
}
