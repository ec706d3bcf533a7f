import { operations } from "@model-access/contract";
import { describe, expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { contractExamples } from "./contract-examples.js";
import { exampleRequest } from "./requests.js";

const { fetch } = createMock({ latency: "instant" });

function askFor(operationId: string, prefer: string, fields?: object): Promise<Response> {
  const { url, init } = exampleRequest(operationId, fields, { prefer });
  return fetch(url, init);
}

describe.each(Object.values(operations))("$operationId", ({ operationId }) => {
  test.each(contractExamples(operationId))("answers $code with $name", async ({ code, mediaType, name, value }) => {
    const response = await askFor(operationId, `code=${code}, example=${name}`);

    expect(response.status).toBe(code);
    expect(response.headers.get("content-type")).toBe(mediaType);
    if (mediaType === "application/json") expect(await response.json()).toEqual(value);
    else if (mediaType === "text/event-stream") expect(await response.text()).toBe(value);
    else expect(Buffer.from(await response.arrayBuffer()).toString("base64")).toBe(value);
  });
});

test("a code alone gives its first example, with the headers of the contract", async () => {
  const response = await askFor("listModels", "code=429");

  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("12");
  expect(await response.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });
});

test.each([
  { prefer: "code=418x", says: "code=418x is not a status" },
  { prefer: "code=100", says: "code=100 is not a status" },
  { prefer: "code=204", says: "code=204 is no status of listModels" },
  { prefer: "example=toString", says: "example=toString is no example" },
  {
    prefer: "code=401, example=modelCatalogue",
    says: "example=modelCatalogue is no example of status 401 of listModels; send Prefer: code=200, example=modelCatalogue.",
  },
  {
    prefer: "example=invalidApiKey",
    says: "example=invalidApiKey is no example of status 200 of listModels; send Prefer: code=401, example=invalidApiKey.",
  },
  {
    prefer: "code=401, example=none",
    says: "example=none is no example of status 401 of listModels; it has invalidApiKey.",
  },
])("refuses Prefer: $prefer and says what there is", async ({ prefer, says }) => {
  const response = await askFor("listModels", prefer);

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "invalid_parameter", message: expect.stringContaining(says) },
  });
});

test("ignores preferences it does not know", async () => {
  expect((await askFor("listModels", "respond-async, wait=10")).status).toBe(200);
});

test("an invalid request is refused before Prefer is looked at", async () => {
  expect((await askFor("createChatCompletion", "code=200", { messages: undefined })).status).toBe(400);
});
