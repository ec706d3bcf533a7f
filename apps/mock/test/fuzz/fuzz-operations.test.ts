import { operations } from "@model-access/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMock } from "../../src/index.js";
import { faultsOfRequest, faultsOfResponse } from "./faults-of.js";
import { generatedRequests } from "./generated-request.js";
import { writeRequest } from "./write-request.js";

const rows = Object.values(operations).map((operation) => ({ operation, title: operation.operationId }));

test.each(rows)("$title answers whatever comes as the contract says, and takes only what it takes", async (row) => {
  const { operation } = row;
  const { fetch } = createMock({ latency: "instant", requestsPerMinute: 1e9 });

  await fc.assert(
    fc.asyncProperty(generatedRequests(operation), async (request) => {
      const { url, init } = writeRequest(operation, request);

      const response = await fetch(url, init);

      expect(await faultsOfResponse(operation, response)).toEqual([]);
      if (response.status === 200) expect(faultsOfRequest(operation, request)).toEqual([]);
    }),
    { seed: 1, numRuns: 100 * Number(process.env.FUZZ_RUNS ?? 1) },
  );
});
