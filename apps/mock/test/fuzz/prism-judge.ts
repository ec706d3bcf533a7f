import { createRequire } from "node:module";
import type { Operation } from "@model-access/contract";
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpMockConfig,
  type PrismHttpComponents,
} from "@stoplight/prism-http";
import type { GeneratedRequest } from "./generated-request.js";
import { writeRequest } from "./write-request.js";

/** Returns Prism's objections to a request; none if Prism accepts it. */
export type JudgeRequest = (operation: Operation, request: GeneratedRequest) => Promise<string[]>;

const silent = { trace() {}, debug() {}, info() {}, success() {}, warn() {}, error() {}, fatal() {} };
const logger = { ...silent, child: () => logger } as unknown as PrismHttpComponents["logger"]; // Prism calls no more of pino than this

/** Prism with its own validation of requests. */
export async function createPrismJudge(): Promise<JudgeRequest> {
  const document = createRequire(import.meta.url).resolve("@model-access/contract/bundles/openapi.json");
  const rows = new Map((await getHttpOperationsFromSpec(document)).map((row) => [row.iid, row]));
  const config = (): IHttpMockConfig => ({
    validateRequest: true,
    validateResponse: false,
    checkSecurity: false,
    errors: false,
    isProxy: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  });
  const route: PrismHttpComponents["route"] = ({ resources: [row] }) =>
    row === undefined
      ? { _tag: "Left", left: new Error("Prism was given no operation.") }
      : { _tag: "Right", right: row };
  const prism = createInstance(config(), { logger, route });

  return async (operation, request) => {
    const row = rows.get(operation.operationId);
    if (row === undefined) throw new Error(`Prism found no operation ${operation.operationId} in ${document}.`);
    const input = await prismInput(operation, request);
    const result = await prism.request(input, [row], config())();
    if (result._tag === "Left") throw result.left;
    return result.right.validations.input.map(({ message }) => message);
  };
}

/** Prism takes JSON read and forms unread, and looks at the body only where `Content-Length` says that there is one. */
async function prismInput(operation: Operation, request: GeneratedRequest) {
  const { url, init } = writeRequest(operation, request);
  const wire = new Request(url, init);
  const text = await wire.text();
  const isJson = request.body?.mediaType === "application/json";
  return {
    method: operation.method.toLowerCase() as "get", // the methods of the contract are among Prism's
    url: { path: new URL(url).pathname, query: request.query },
    headers: { ...Object.fromEntries(wire.headers), "content-length": String(text.length) },
    body: isJson ? request.body?.value : text,
  };
}
