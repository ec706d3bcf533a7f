import { validateResponseBody } from "@model-access/contract";
import { createRandom } from "../random.js";
import type { ApiRequest } from "../request/api-request.js";
import type { Engine } from "./engine.js";
import type { ExampleQuery, ExampleReply } from "./prism.js";

/** Data that the contract accepts, or why there is none: printable ASCII for a header. */
type MadeData = { reply: ExampleReply; whyNot?: undefined } | { reply?: undefined; whyNot: string };

/** Prism takes any type where a schema leaves it open, so that about every second chat completion breaks the contract. */
const mostTries = 20;

/** Has an answer made up from its schema, again and again until the contract accepts it. It depends on request and seed alone. */
export async function makeData(
  engine: Engine,
  { query, request, seed }: { query: ExampleQuery; request: ApiRequest; seed: number },
): Promise<MadeData> {
  const { operationId, mediaType } = query;
  if (mediaType !== "application/json") return because(`data is made up for JSON only, not for ${mediaType}`);
  const random = createRandom([query, request.path, request.query, request.fields], seed);
  let complaint = "";
  for (let tries = 0; tries < mostTries; tries += 1) {
    const reply = await engine({ ...query, seed: String(random()) }).catch((error: Error) => error);
    if (reply instanceof Error) return because(`no data could be made up: ${reply.message}`);
    const body: unknown = JSON.parse(JSON.stringify(reply.body)); // NaN and Infinity are sent as null
    const [violation] = validateResponseBody(operationId, reply.status, mediaType, body);
    if (violation === undefined) return { reply: { ...reply, body } };
    complaint ||= violation.message;
  }
  return because(`the made-up data breaks the contract: ${complaint}`);
}

function because(reason: string): MadeData {
  return { whyNot: reason.slice(0, 300).replace(/[^\x20-\x7e]/g, "?") };
}
