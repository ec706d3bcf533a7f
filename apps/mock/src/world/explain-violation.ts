import type { ErrorObject } from "ajv";
import type { Mistake } from "./mistake.js";
import { namePattern } from "./world-schema.js";

/** Turns a report of Ajv into a mistake. For a member that shouldn't be there, the place is the member's. */
export function explainViolation({ instancePath, keyword, params, message }: ErrorObject): Mistake {
  if (keyword === "additionalProperties") {
    const member = String(params.additionalProperty);
    return { pointer: `${instancePath}/${escaped(member)}`, message: `There is no member '${member}' here.` };
  }
  if (keyword === "required") {
    return { pointer: instancePath, message: `The required member '${params.missingProperty}' is missing.` };
  }
  if (keyword === "propertyNames") {
    const member = String(params.propertyName);
    return { pointer: `${instancePath}/${escaped(member)}`, message: `'${member}' can't be a name here.` };
  }
  if (keyword === "discriminator") {
    return { pointer: instancePath, message: `'${params.tag}' must name one of the types that there are.` };
  }
  const name = instancePath === "" ? "It" : `'${instancePath.split("/").at(-1)}'`;
  if (keyword === "enum") {
    return { pointer: instancePath, message: `${name} must be one of ${params.allowedValues.join(", ")}.` };
  }
  if (keyword === "pattern" && params.pattern === namePattern) {
    const message = `${name} must be a name of 1 to 64 letters, digits, dots, hyphens and underscores.`;
    return { pointer: instancePath, message };
  }
  if (keyword === "const") return { pointer: instancePath, message: `${name} must be ${params.allowedValue}.` };
  return { pointer: instancePath, message: `${name} ${message}.` };
}

const escaped = (segment: string) => segment.replaceAll("~", "~0").replaceAll("/", "~1");
