import {
  matchOperation,
  mediaTypeIn,
  responseOf,
  type Violation,
  validateParameters,
  validateRequestBody,
  validateResponseBody,
} from "@model-access/contract";
import type { ErrorRequestHandler, RequestHandler } from "express";

/** Refuses requests that break the contract, and upstream replies that no client can read. It comes after `express.json()`. */
export const keepContract: RequestHandler = (req, res, next) => {
  const { operationId, parameters: path } = matchOperation(req.method, req.path);
  if (operationId === undefined) return void res.sendStatus(404);
  const given = { path, query: textsIn(req.query), header: textsIn(req.headers) };
  const [wrong] = [
    ...validateParameters(operationId, given),
    ...(req.is(json) ? validateRequestBody(operationId, json, req.body) : []),
  ];
  if (wrong !== undefined) return void res.status(400).json(refusalOf(wrong));
  const send = res.json.bind(res);
  res.json = (body) => {
    const isDocumented = mediaTypeIn(responseOf(operationId, res.statusCode)?.mediaTypes, json) !== undefined;
    const violations = isDocumented ? validateResponseBody(operationId, res.statusCode, json, body) : [];
    const broken = violations.find(isUnreadable);
    return broken === undefined ? send(body) : res.status(502) && send(unreadable(broken));
  };
  next();
};

/** Refuses a body that `express.json()` can't parse. Use it last: `app.use(refuseBrokenJson)`. */
export const refuseBrokenJson: ErrorRequestHandler = (error, _req, res, next) =>
  error.type === "entity.parse.failed" ? void res.status(400).json(notJson()) : next(error);

const json = "application/json";

const textsIn = (values: object) =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

/** A reply that lacks less than what holds its contents is read by every client: it is passed on. */
const isUnreadable = ({ pointer }: Violation) => /^(\/(choices|content|output|data|error))?$/.test(pointer);

const refusalOf = ({ message, keyword }: Violation) =>
  errorOf(message, keyword === "required" ? "missing_parameter" : "invalid_parameter");

const notJson = () => errorOf("The body is not JSON.", "invalid_json");

const unreadable = ({ message }: Violation) =>
  errorOf(`The service's reply breaks the contract: ${message}`, "internal_error", "api_error");

const errorOf = (message: string, code: string, type = "invalid_request_error") => ({ error: { message, type, code } });
