// The only file that imports Prism. It is a slow import, so it is itself imported when it is needed: see engine.ts.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpMockConfig,
  type PrismHttpComponents,
} from "@stoplight/prism-http";
import { type Document, documentOf } from "./document-of.js";

export interface ExampleQuery {
  operationId: string;
  mediaType: string;
  code?: number;
  example?: string;
  /** Has data made up from the schema in place of an example, the same for the same seed. */
  seed?: string;
}

/** Prism's answer; nothing in it changes afterwards. */
export interface ExampleReply {
  status: number;
  /** By name in lower case. */
  headers: Record<string, string>;
  mediaType: string;
  body: unknown;
}

const silent = { trace() {}, debug() {}, info() {}, success() {}, warn() {}, error() {}, fatal() {} };
const logger = { ...silent, child: () => logger } as unknown as PrismHttpComponents["logger"]; // Prism calls no more of pino than this

const file = createRequire(import.meta.url).resolve("@model-access/contract/bundles/openapi.json");
const document = JSON.parse(readFileSync(file, "utf8")) as Document;
const operations = new Map<string, ReturnType<typeof loadOperation>>();
const prism = createInstance(config({ dynamic: false }), { logger, route: onlyOperation });

/**
 * Prism's answer to a request that has been routed and validated already. Throws where the contract has no such
 * example.
 */
export async function askPrism(query: ExampleQuery): Promise<ExampleReply> {
  const { operationId, mediaType, code, example, seed } = query;
  const loaded = operations.get(operationId) ?? loadOperation(operationId);
  operations.set(operationId, loaded);
  const operation = await loaded;
  const mock = {
    dynamic: seed !== undefined,
    mediaTypes: [mediaType],
    ...(code !== undefined && { code }),
    ...(example !== undefined && { exampleKey: example }),
    ...(seed !== undefined && { seed }),
  };
  const input = { method: operation.method as "get", url: { path: operation.path } }; // the methods of the contract are among Prism's
  const result = await prism.request(input, [operation], config(mock))();
  if (result._tag === "Left")
    throw new Error(`Prism has no answer for ${JSON.stringify(query)}: ${result.left.message}`);
  const { statusCode, headers = {}, body } = result.right.output;
  return { status: statusCode, headers: textHeaders(headers), mediaType, body };
}

/** Has Prism read one operation and what it refers to: reading the whole contract takes several times as long. */
async function loadOperation(operationId: string) {
  const [operation] = await getHttpOperationsFromSpec(documentOf(document, operationId));
  if (operation === undefined) throw new Error(`Prism found no operation ${operationId} in ${file}.`);
  return operation;
}

/** Prism writes into `mock`, so each request needs one of its own. */
function config(mock: IHttpMockConfig["mock"]): IHttpMockConfig {
  return {
    validateRequest: false,
    validateResponse: false,
    checkSecurity: false,
    errors: false,
    isProxy: false,
    upstreamProxy: undefined,
    mock,
  };
}

/** Takes the place of Prism's router, which looks through every path. */
function onlyOperation({
  resources: [operation],
}: Parameters<PrismHttpComponents["route"]>[0]): ReturnType<PrismHttpComponents["route"]> {
  if (operation === undefined) return { _tag: "Left", left: new Error("Prism was given no operation.") };
  return { _tag: "Right", right: operation };
}

function textHeaders(headers: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(headers).filter(([, value]) => value != null);
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
