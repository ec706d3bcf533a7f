import { operations } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer, exampleRequests } from "./requests.js";

const requests = Object.values(operations).flatMap((operation) => exampleRequests(operation).slice(0, 1));

test.each(requests)(
  "R5.1, R5.3: $operation.operationId gives 401 without a key or with a wrong one",
  async ({ url, init }) => {
    const { fetch } = createMock();
    const { authorization: _key, ...headers } = init.headers as Record<string, string>; // exampleRequests writes an object

    const without = await fetch(url, { ...init, headers });
    const wrong = await fetch(url, { ...init, headers: { ...headers, ...bearer("sk-other") } });

    expect([without.status, wrong.status]).toEqual([401, 401]);
  },
);

test.each(requests)(
  "R5.3, R7.12: $operation.operationId gives 403 for a key without permission, in the usual form",
  async (row) => {
    const { fetch } = createMock();
    const { url, init } = row;

    const response = await fetch(url, { ...init, headers: { ...init.headers, ...bearer("sk-mock-limited") } });

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { type: "permission_error", message: expect.any(String) } });
  },
);

test.each([
  { path: "/v1/chat/completions", headers: bearer("sk-mock-full"), status: 200 },
  { path: "/v1/chat/completions", headers: { "x-api-key": "sk-mock-full" }, status: 401 },
  { path: "/v1/messages", headers: bearer("sk-mock-full"), status: 200 },
  { path: "/v1/messages", headers: { "x-api-key": "sk-mock-full" }, status: 200 },
])("R5.2: $path with the key in $headers gets $status", async ({ path, headers, status }) => {
  const { fetch } = createMock();
  const body = { model: "Claude-Haiku-4.5", max_tokens: 5, messages: [{ role: "user", content: "Hello" }] };

  const response = await fetch(`http://mock${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "anthropic-version": "2023-06-01" } as Record<
      string,
      string
    >,
    body: JSON.stringify(body),
  });

  expect(response.status).toBe(status);
});
