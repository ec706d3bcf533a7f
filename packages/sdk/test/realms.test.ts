import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ConnectionError } from "../src/index.js";
import { clientOf, exampleOf, failureOf } from "./stub-service.js";

/** Creates the error of `fetch` in a sandbox such as Jest's, which belongs to another realm. */
function foreignError(code: string): Error {
  const error = runInNewContext(
    `Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("connect ${code}"), { code: "${code}" }) })`,
  );
  expect(error instanceof Error).toBe(false);
  return error;
}

test("knows a refused connection whose error is of another realm, and tries again", async () => {
  let calls = 0;
  const client = clientOf(
    async () => {
      if (++calls === 1) throw foreignError("ECONNREFUSED");
      return Response.json(exampleOf("listModels", "200"));
    },
    { maxRetries: 1, clock: { random: () => 0 } },
  );

  await client.models.list();

  expect(calls).toBe(2);
});

test("says why, and that nothing was charged, where the error is of another realm", async () => {
  const client = clientOf(async () => {
    throw foreignError("ECONNREFUSED");
  });

  const error = await failureOf(client.models.list());

  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    reason: "connect",
    mayHaveBeenProcessed: "no",
    message: expect.stringContaining("connect ECONNREFUSED"),
  });
});
