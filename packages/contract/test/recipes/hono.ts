import {
  matchOperation,
  mediaTypeIn,
  operations,
  responseOf,
  type Violation,
  validateParameters,
  validateRequestBody,
  validateResponseBody,
} from "@model-access/contract";
import type { MiddlewareHandler } from "hono";

/** Refuses requests that break the contract, and upstream replies that no client can read. */
export const keepContract: MiddlewareHandler = async (c, next) => {
  const { operationId, parameters: path } = matchOperation(c.req.method, c.req.path);
  if (operationId === undefined) return c.notFound();
  const { body } = operations[operationId];
  const [wrong] = validateParameters(operationId, { path, query: c.req.query(), header: c.req.header() });
  if (wrong !== undefined) return c.json(refusalOf(wrong), 400);
  if (mediaTypeIn(body?.mediaTypes, c.req.header("content-type")) === json) {
    const sent: unknown = await c.req.json().catch(() => undefined);
    if (sent === undefined) return c.json(notJson(), 400);
    const [wrong] = validateRequestBody(operationId, json, sent);
    if (wrong !== undefined) return c.json(refusalOf(wrong), 400);
  }
  await next();
  const documented = responseOf(operationId, c.res.status)?.mediaTypes;
  if (mediaTypeIn(documented, c.res.headers.get("content-type")) !== json) return;
  const broken = validateResponseBody(operationId, c.res.status, json, await c.res.clone().json()).find(isUnreadable);
  if (broken !== undefined) c.res = c.json(unreadable(broken), 502);
};

const json = "application/json";

/** A reply that lacks less than what holds its contents is read by every client: it is passed on. */
const isUnreadable = ({ pointer }: Violation) => /^(\/(choices|content|output|data|error))?$/.test(pointer);

const refusalOf = ({ message, keyword }: Violation) =>
  errorOf(message, keyword === "required" ? "missing_parameter" : "invalid_parameter");

const notJson = () => errorOf("The body is not JSON.", "invalid_json");

const unreadable = ({ message }: Violation) =>
  errorOf(`The service's reply breaks the contract: ${message}`, "internal_error", "api_error");

const errorOf = (message: string, code: string, type = "invalid_request_error") => ({ error: { message, type, code } });
