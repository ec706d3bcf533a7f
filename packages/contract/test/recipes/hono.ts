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
  if (wrong !== undefined) return c.json(errorOf(wrong), 400);
  if (mediaTypeIn(body?.mediaTypes, c.req.header("content-type")) === json) {
    const [wrong] = validateRequestBody(operationId, json, await c.req.json().catch(() => undefined));
    if (wrong !== undefined) return c.json(errorOf(wrong), 400);
  }
  await next();
  const documented = responseOf(operationId, c.res.status)?.mediaTypes;
  if (mediaTypeIn(documented, c.res.headers.get("content-type")) !== json) return;
  const broken = validateResponseBody(operationId, c.res.status, json, await c.res.clone().json()).find(isUnreadable);
  if (broken !== undefined) c.res = c.json(errorOf(broken), 502);
};

const json = "application/json";

/** A reply that lacks less than what holds its contents is read by every client: it is passed on. */
const isUnreadable = ({ pointer }: Violation) => /^(\/(choices|content|output|data|error))?$/.test(pointer);

const errorOf = ({ message, keyword }: Violation) => ({
  error: {
    message,
    type: "invalid_request_error",
    code: keyword === "required" ? "missing_parameter" : "invalid_parameter",
  },
});
