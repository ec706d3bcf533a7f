import { valueAt } from "@model-access/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { adminDocument } from "../../src/generated/admin-document.js";
import type { AdminOperation } from "./admin-operations.js";

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(adminDocument, "admin");

/** All that the admin API's document has to say against an answer; a 5xx is a fault of itself. */
export function faultsOfAnswer(
  { method, path }: AdminOperation,
  { status, mediaType, text }: { status: number; mediaType: string; text: string },
): unknown[] {
  if (status >= 500) return [`${status}: ${text}`];
  const responses = `/paths/${escaped(path)}/${method}/responses`;
  const documented = valueAt(adminDocument, `${responses}/${status}`) !== undefined;
  if (!documented && status < 400) return [`The document has no ${status}.`];
  const content = `${resolved(`${responses}/${documented ? status : "default"}`)}/content`;
  if (valueAt(adminDocument, content) === undefined) return text === "" ? [] : [`${status} has no body, but: ${text}`];
  const schema = `${content}/${escaped(mediaType)}/schema`;
  if (valueAt(adminDocument, schema) === undefined) return [`${status} has no ${mediaType}.`];
  const validate = ajv.getSchema(`admin#${encodeURI(schema)}`);
  if (validate === undefined) return [`The document's ${schema} is no schema.`];
  validate(mediaType === "application/json" ? JSON.parse(text) : text);
  return validate.errors ?? [];
}

/** Returns the pointer of a response, or of the response that a reference there names. */
function resolved(pointer: string): string {
  const reference = valueAt(adminDocument, `${pointer}/$ref`);
  return typeof reference === "string" ? reference.slice(1) : pointer;
}

const escaped = (name: string) => name.replaceAll("/", "~1");
