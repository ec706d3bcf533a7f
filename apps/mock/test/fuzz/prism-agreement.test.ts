import { type Operation, operationOf, operations } from "@model-access/contract";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { faultsOfRequest } from "./faults-of.js";
import { edgeRequests, type GeneratedRequest, generatedRequests } from "./generated-request.js";
import { knownDifferences } from "./known-differences.js";
import { createPrismJudge, type JudgeRequest } from "./prism-judge.js";

const rows = Object.values(operations).map((operation) => ({ operation, title: operation.operationId }));

let judge: JudgeRequest;

beforeAll(async () => {
  judge = await createPrismJudge();
});

test.each(rows)("Prism and the compiled validators take the same requests for $title", async ({ operation }) => {
  for (const request of edgeRequests(operation)) await expectAgreement(operation, request);
  await fc.assert(
    fc.asyncProperty(generatedRequests(operation), (request) => expectAgreement(operation, request)),
    { seed: 1, numRuns: 60 * Number(process.env.FUZZ_RUNS ?? 1) },
  );
});

test.each(knownDifferences)("Prism takes $title, which the validators refuse", async ({ isIn, example }) => {
  const { operationId, request } = example;

  expect(isIn(request)).toBe(true);
  expect(await judge(operationOf(operationId), request)).toEqual([]);
  expect(faultsOfRequest(operationOf(operationId), request)).not.toEqual([]);
});

async function expectAgreement(operation: Operation, request: GeneratedRequest): Promise<void> {
  if (knownDifferences.some(({ isIn }) => isIn(request))) return;

  const ours = faultsOfRequest(operation, request);
  const prisms = await judge(operation, request);

  expect(
    prisms.length > 0,
    `${JSON.stringify(request)}: we find ${JSON.stringify(ours)}, Prism ${JSON.stringify(prisms)}`,
  ).toBe(ours.length > 0);
}
