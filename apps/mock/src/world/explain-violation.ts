import type { ErrorObject } from "ajv";
import { adminDocument } from "../generated/admin-document.js";
import type { Mistake } from "./mistake.js";
import { namePattern } from "./world-schema.js";

/** Turns a report of Ajv into a mistake. For a member that shouldn't be there, the place is the member's. */
export function explainViolation({ instancePath, keyword, params, message }: ErrorObject): Mistake {
  const member: unknown = params.additionalProperty ?? params.propertyName;
  const place = member === undefined ? "" : `/${String(member).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const name = instancePath === "" ? "It" : `'${instancePath.split("/").at(-1)}'`;
  const isName = keyword === "pattern" && params.pattern === namePattern;
  const sentences: Record<string, string> = {
    additionalProperties: misplaced(String(member), instancePath) ?? `There is no member '${member}' here.`,
    propertyNames: `'${member}' can't be a name here.`,
    required: `The required member '${params.missingProperty}' is missing.`,
    discriminator: `'${params.tag}' must name one of the types that there are.`,
    enum: `${name} must be one of ${[params.allowedValues].flat().join(", ")}.`,
    const: `${name} must be ${params.allowedValue}.`,
    ...(isName && { pattern: `${name} must be a name of 1 to 64 letters, digits, dots, hyphens and underscores.` }),
  };
  return { pointer: instancePath + place, message: sentences[keyword] ?? `${name} ${message}.` };
}

const { properties: besideReply } = adminDocument.components.schemas.NewScriptedReply as {
  properties: { reply: { properties: object } };
}; // the document has them
const { properties: inReply } = besideReply.reply;

/** Says where a member of a scripted reply belongs; undefined where it belongs nowhere, or to another thing. */
function misplaced(member: string, place: string): string | undefined {
  if (place.endsWith("/reply") && Object.hasOwn(besideReply, member))
    return `'${member}' stands beside 'reply', not in it.`;
  if (!/^$|\/replies\/\d+$/.test(place) || !Object.hasOwn(inReply, member)) return undefined;
  return `'${member}' stands in 'reply', not beside it.`;
}
