import { operationOf, responseOf } from "@model-access/contract";
import type { ExampleQuery, ExampleReply } from "../examples/prism.js";

/** Answers from the contract's examples as Prism does, which is too large for a page. It makes no data. */
export async function askPrism({ operationId, mediaType, code, example, seed }: ExampleQuery): Promise<ExampleReply> {
  if (seed !== undefined) throw new Error("Prism, which makes data, is not in the mock for browsers");
  const status = code ?? Number(Object.keys(operationOf(operationId).responses).find((known) => known.startsWith("2")));
  const row = responseOf(operationId, status);
  const { examples = {} } = row?.mediaTypes[mediaType] ?? {};
  const found = example === undefined ? Object.values(examples)[0] : examples[example];
  if (found === undefined) throw new Error(`The contract has no example for ${operationId} ${status} ${mediaType}.`);
  const headers = row?.headers.some(({ name }) => name === "retry-after") ? { "retry-after": "1" } : {};
  return { status, headers, mediaType, body: found.value };
}
