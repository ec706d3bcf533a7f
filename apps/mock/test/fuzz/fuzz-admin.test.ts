import fc from "fast-check";
import { expect, test } from "vitest";
import { createMock } from "../../src/index.js";
import { bearer, json } from "../requests.js";
import { type AdminOperation, adminOperations, adminSchemas } from "./admin-operations.js";
import { type Choose, chosen, pick } from "./choices.js";
import { faultsOfAnswer } from "./faults-of-answer.js";
import { mutate } from "./mutate.js";
import { oddTexts, oddValues } from "./odd-values.js";
import { makeValue } from "./schema-values.js";

/** Values for the parameters in paths; most of them exist. */
const pathValues: Record<string, [string, ...string[]]> = {
  session: ["default", "a", "a.b-c_d", "no such", "%", ...oddTexts.map(encodeURIComponent)],
  key: ["sk-mock-full", "tiny", "nobody", "%", ...oddTexts.map(encodeURIComponent)],
  fault: ["fault-1", "fault-2", "fault-3", "nothing"],
  reply: ["reply-1", "reply-2", "nothing"],
  exchange: ["x-1", "x-2", "x-0", "nothing"],
};

/** Bodies that come right more often than by chance. */
const bodies: Record<string, [object, ...object[]]> = {
  setClock: [{ now: "2030-01-01T00:00:00Z" }, { isFrozen: true }, { now: "2016-12-31T23:59:60Z", isFrozen: false }],
  advanceClock: [{ ms: 60_000 }, { ms: 0.5 }, { ms: 3_155_760_000_000 }],
  setLatency: [{ preset: "standard" }, { firstMs: 5, gapMs: 0.5, spread: 1 }, { preset: "fast", gapMs: 1 }],
  addFault: [
    { fault: "stall;at=3" },
    { fault: "slow-headers;ms=1, status-503", model: "GPT-5.2", times: 1 },
    { fault: "reset", operationId: "toString" },
    { fault: "stall, reset" },
  ],
  addReply: [
    { reply: { text: "Hello" } },
    { pattern: "(\\w+", reply: { text: "Hello" } },
    { model: "GPT-5.2", turn: 2, times: 1, reply: { reasoning: "So.", toolCalls: [{ name: "f", arguments: {} }] } },
    { operationId: "getCurrentBalance", body: { current_point_balance: 7 } },
    { operationId: "toString", reply: { finish: "tool_calls" } },
  ],
};

interface AdminRequest {
  operation: AdminOperation;
  url: string;
  init: RequestInit;
  /** True if the journal gets another exchange before. */
  isAfterQuestion: boolean;
}

test("whatever is asked of the admin API, the answer is as its document says, and no 5xx", async () => {
  const { fetch } = createMock({ latency: "instant", journalSize: 5 });
  const { headers: type, ...question } = json({ model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] });
  // Its question is refused, as an answer may wait for an hour or for a clock that stands: the admin API sets both.
  const headers = { ...(type as Record<string, string>), ...bearer("sk-mock-limited") };
  const statuses = new Set<string>();

  await fc.assert(
    fc.asyncProperty(chosen(makeRequest), async ({ operation, url, init, isAfterQuestion }) => {
      if (isAfterQuestion) await fetch("http://mock/v1/chat/completions", { ...question, headers });

      const response = await fetch(url, init);

      const mediaType = response.headers.get("content-type") ?? "";
      const isStream = mediaType === "text/event-stream";
      if (isStream) await response.body?.cancel();
      const text = isStream ? "" : await response.text();
      expect(faultsOfAnswer(operation, { status: response.status, mediaType, text })).toEqual([]);
      statuses.add(`${operation.operationId} ${response.ok ? "done" : "refused"}`);
    }),
    { seed: 1, numRuns: 1500 },
  );

  for (const { operationId } of adminOperations) expect(statuses).toContain(`${operationId} done`);
});

function makeRequest(choose: Choose): AdminRequest {
  const operation = pick(adminOperations as [AdminOperation, ...AdminOperation[]], choose); // the document has some
  const { method, path, query } = operation;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const values = pathValues[name] ?? ["default"];
    return choose(4) === 1 ? pick(values, choose) : values[0];
  });
  const asked = query
    .filter(() => choose(3) === 1)
    .map(({ name, schema }): [string, string] => [name, String(makeValue(schema, { schemas: adminSchemas, choose }))]);
  return {
    operation,
    url: `http://mock/_mock/api${filled}?${new URLSearchParams(asked)}`,
    init: { method: method.toUpperCase(), headers: { "x-mock-admin": "1" }, ...bodyOf(operation, choose) },
    isAfterQuestion: choose(8) === 1,
  };
}

function bodyOf({ operationId, body: schema }: AdminOperation, choose: Choose): { body?: string } {
  if (schema === undefined) return {};
  const given = bodies[operationId];
  let value = given === undefined ? makeValue(schema, { schemas: adminSchemas, choose }) : pick(given, choose);
  if (choose(10) === 9) value = pick(oddValues, choose);
  for (let count = pick([0, 0, 0, 1, 2], choose); count > 0; count -= 1) value = mutate(value, choose);
  const text = JSON.stringify(value) ?? "";
  return { body: choose(10) === 9 ? text.slice(1) : text };
}
