import type { AjvError } from "./ajv-error.js";

/**
 * The most errors of one value that are kept and read: if thousands of elements have the same mistake, the first ones
 * show it.
 */
export const mostErrors = 2000;

/** Adds an error, by what Ajv says of it, to those so far. Of those beyond the most that are kept, only the number counts. */
export function fail(
  errors: AjvError[] | null,
  instancePath: string,
  schemaPath: string,
  keyword: string,
  params: AjvError["params"],
  propertyName?: string,
): AjvError[] {
  return add(errors ?? [], { instancePath, schemaPath, keyword, params, propertyName });
}

/** Adds the errors of another validator to those so far. */
export function append(errors: AjvError[], more: AjvError[]): AjvError[] {
  for (const error of more) add(errors, error);
  return errors;
}

function add(errors: AjvError[], error: AjvError): AjvError[] {
  errors.push(errors.length < mostErrors ? error : (errors[0] ?? error));
  return errors;
}
