import {
  type Model,
  type Operation,
  type Violation,
  validateParameters,
  validateRequestBody,
} from "@model-access/contract";
import type { Call } from "../call.js";
import { Refusal } from "../refusal.js";
import { letOthersIn } from "./body-weight.js";
import { type FormFile, type RequestBody, readRequestBody } from "./request-body.js";
import type { Route } from "./route.js";

/** A request that the contract accepts. */
export interface ApiRequest {
  operation: Operation;
  path: Record<string, string>;
  query: Record<string, string>;
  /** Its fields where the body is an object, as JSON and forms are; else empty. */
  fields: Record<string, unknown>;
  /** The files of a form, by the name of their field. */
  files: Record<string, FormFile>;
  /** The model or bot it is for; undefined where it names none. */
  model: Model | undefined;
  /** The faults that its model's name asks for, as in `Claude-Sonnet-4.5!stall;at=3`; else empty. */
  faultByName: string;
}

/**
 * Reads a call by the contract. Gives a refusal with the contract's own explanation where the contract
 * does not accept it: throwing that would take longer than finding it. Throws what makes the body unreadable.
 */
export async function readApiRequest(route: Route, call: Call): Promise<ApiRequest | Refusal> {
  const body = await readRequestBody(route.operation, call);
  await letOthersIn(call.body);
  return checkRequest(route, call, body);
}

function checkRequest({ operation, path }: Route, call: Call, body: RequestBody | undefined): ApiRequest | Refusal {
  const { operationId } = operation;
  const query = call.query.size === 0 ? {} : Object.fromEntries(call.query);
  const [ofParameters] = validateParameters(operationId, { path, query, header: call.headers });
  if (ofParameters !== undefined) return refusalOf(ofParameters);
  const [ofBody] = body === undefined ? [] : validateRequestBody(operationId, body.mediaType, body.value);
  if (ofBody !== undefined) return refusalOf(ofBody);
  // Every body of the contract is an object, and this one has just been validated.
  const fields = (body?.value ?? {}) as Record<string, unknown>;
  return { ...withoutFault({ path, fields }), operation, query, files: body?.files ?? {}, model: undefined };
}

/** Takes the fault off the name of a model or bot. */
function withoutFault({
  path,
  fields,
}: Pick<ApiRequest, "path" | "fields">): Pick<ApiRequest, "path" | "fields" | "faultByName"> {
  const [bot, botFault] = splitFault(path.bot_name);
  if (botFault !== "") return { path: { ...path, bot_name: bot }, fields, faultByName: botFault };
  const [model, modelFault] = splitFault(fields.model);
  if (modelFault !== "") return { path, fields: { ...fields, model }, faultByName: modelFault };
  return { path, fields, faultByName: "" };
}

/** A name or key, and the fault that stands behind its exclamation mark. */
export function splitFault(name: unknown): [name: string, fault: string] {
  if (typeof name !== "string") return ["", ""];
  const at = name.indexOf("!");
  return at < 0 ? [name, ""] : [name.slice(0, at), name.slice(at + 1)];
}

function refusalOf({ keyword, message }: Violation): Refusal {
  return new Refusal(keyword === "required" ? "missing_parameter" : "invalid_parameter", message);
}
