// @module-tag socket
import { expect, test } from "vitest";
import { readModelList } from "../src/run/read-model-list.js";
import { listen } from "./deployment.js";

test("ends the wait for a host that never answers, and says what to do", async () => {
  const baseURL = await listen((request) => request.resume());

  await expect(readModelList({ baseURL, apiKey: "k", waitMs: 50 })).rejects.toThrow(
    /^The model list, which has the prices, could not be read: No answer within 0\.05 s\. Check the base URL and the key, or run plan without a base URL/,
  );
});

test.each([
  [401, "{}", "GET /v1/models answered 401."],
  [200, "<p>Hello</p>", "GET /v1/models answered 200 without JSON."],
])("says that a %i without a list has no prices", async (status, body, message) => {
  const baseURL = await listen((request, response) => {
    request.resume();
    response.writeHead(status).end(body);
  });

  await expect(readModelList({ baseURL, apiKey: "k" })).rejects.toThrow(message);
});
