import type { AjvError } from "./ajv-error.js";

/**
 * Maximum number of errors kept for one value. If thousands of elements have the same mistake, the first ones show it.
 */
export const mostErrors = 2000;

/** Adds an Ajv error to the list. Errors beyond `mostErrors` are only counted. */
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

/** Adds the errors of another validator to the list. */
export function append(errors: AjvError[], more: AjvError[]): AjvError[] {
  for (const error of more) add(errors, error);
  return errors;
}

function add(errors: AjvError[], error: AjvError): AjvError[] {
  errors.push(errors.length < mostErrors ? error : (errors[0] ?? error));
  return errors;
}
