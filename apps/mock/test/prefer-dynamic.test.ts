import { operations, responseOf, validateResponseBody } from "@model-access/contract";
import { describe, expect, test } from "vitest";
import type { Engine } from "../src/examples/engine.js";
import { createExampleAnswers } from "../src/examples/example-answer.js";
import { createMock } from "../src/index.js";
import type { ApiRequest } from "../src/request/api-request.js";
import { contractExamples } from "./contract-examples.js";
import { exampleRequest } from "./requests.js";

const { fetch } = createMock({ latency: "instant" });
const withData = Object.values(operations).filter(
  ({ operationId }) => responseOf(operationId, 200)?.mediaTypes["application/json"] !== undefined,
);

describe.each(withData)("$operationId", ({ operationId }) => {
  test("is answered with made-up data that the contract accepts", async () => {
    const response = await askFor(operationId, "dynamic=true");
    const body = await response.json();

    expect(response.status).toBe(200);
    expect(response.headers.get("x-mock-example")).toBeNull();
    expect(validateResponseBody(operationId, 200, "application/json", body)).toEqual([]);
    expect(contractExamples(operationId).map(({ value }) => value)).not.toContainEqual(body);
  });
});

test("the data depends on the request and nothing else", async () => {
  const [first, , again] = [
    await bodyFor("listModels"),
    await bodyFor("getBalance"), // what is asked for in between changes nothing
    await bodyFor("listModels"),
  ];
  const other = await (await askFor("listModels", "dynamic=true", "?x=1")).json();

  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test("another seed makes other data", async () => {
  const bodies = await Promise.all([1, 1, 2].map(async (seed) => (await answerWith(validEngine(), { seed })).body));

  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[2]).not.toBe(bodies[0]);
});

test("a code with made-up data gives the error of that code", async () => {
  const response = await askFor("listModels", "code=429, dynamic=true");

  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("12");
  expect(validateResponseBody("listModels", 429, "application/json", await response.json())).toEqual([]);
});

test.each([
  ["queryBot", "text/event-stream"],
  ["downloadVideoContent", "video/mp4"],
])("%s is answered with the example, and a header says why", async (operationId, mediaType) => {
  const response = await askFor(operationId, "dynamic=true");
  const [example] = contractExamples(operationId).filter((each) => each.mediaType === mediaType);
  const body = Buffer.from(await response.arrayBuffer());

  expect(response.headers.get("content-type")).toBe(mediaType);
  expect(response.headers.get("x-mock-example")).toBe(`data is made up for JSON only, not for ${mediaType}`);
  expect(body.toString(mediaType === "text/event-stream" ? "utf8" : "base64")).toBe(example?.value);
});

test("a stream of an operation that has plain replies too is the example, and a header says why", async () => {
  const { url, init } = exampleRequest("createChatCompletion", { stream: true }, { prefer: "dynamic=true" });

  const response = await fetch(url, init);

  expect(response.headers.get("x-mock-example")).toBe("data is made up for JSON only, not for text/event-stream");
  expect(await response.text()).toContain("data: [DONE]");
});

test("data that breaks the contract however often it is made gives way to the example, and a header says where", async () => {
  const { headers, body } = await answerWith(async ({ seed }) => reply(seed === undefined ? { example: 1 } : {}));

  expect(headers["x-mock-example"]).toBe(
    "the made-up data breaks the contract: The required field 'object' is missing.",
  );
  expect(JSON.parse(String(body))).toEqual({ example: 1 });
});

test("data that breaks the contract at first is made again", async () => {
  let asked = 0;

  const { headers } = await answerWith(async (query) => {
    asked += 1;
    return asked < 3 ? reply({}) : validEngine()(query);
  });

  expect(headers["x-mock-example"]).toBeUndefined();
  expect(asked).toBe(3);
});

test("numbers that JSON has not are judged as they are sent", async () => {
  const { headers } = await answerWith(async ({ seed }) =>
    reply(seed === undefined ? { example: 1 } : { object: "list", data: Number.NaN }),
  );

  expect(headers["x-mock-example"]).toMatch(/^the made-up data breaks the contract: 'data' /);
});

test("where no data can be made, the example comes, with the reason in a header that is plain text", async () => {
  const { headers, body } = await answerWith(async ({ seed }) => {
    if (seed !== undefined) throw new Error("This schema is\ntoo “deep”");
    return reply({ example: 1 });
  });

  expect(headers["x-mock-example"]).toBe("no data could be made up: This schema is?too ?deep?");
  expect(JSON.parse(String(body))).toEqual({ example: 1 });
});

test.each([
  { prefer: "dynamic=maybe", says: "Prefer: dynamic=maybe is neither true nor false." },
  { prefer: "dynamic", says: "Prefer: dynamic= is neither true nor false." },
  {
    prefer: "dynamic=true, example=modelCatalogue",
    says: "Prefer asks for an example and for made-up data (dynamic=true); leave one of them out.",
  },
])("refuses Prefer: $prefer", async ({ prefer, says }) => {
  const response = await askFor("listModels", prefer);

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "invalid_parameter", message: says } });
});

test("dynamic=false asks for nothing by itself", async () => {
  const plain = await askFor("listModels", "");
  const response = await askFor("listModels", "dynamic=false");
  const example = await askFor("listModels", "dynamic=false, example=modelCatalogue");

  expect(await response.json()).toEqual(await plain.json());
  expect(example.status).toBe(200);
});

function askFor(operationId: string, prefer: string, query = ""): Promise<Response> {
  const { url, init } = exampleRequest(operationId, undefined, prefer === "" ? {} : { prefer });
  return fetch(url + query, init);
}

async function bodyFor(operationId: string): Promise<unknown> {
  return (await askFor(operationId, "dynamic=true")).json();
}

/** The answer to `GET /v1/models` with made-up data, from an engine of the test's own. */
function answerWith(engine: Engine, { seed = 1 } = {}) {
  const request = { operation: operations.listModels, path: {}, query: {}, fields: {} } as unknown as ApiRequest; // no more of it is read
  return createExampleAnswers(engine, { seed })(request, {
    preference: { isDynamic: true },
    stream: () => {
      throw new Error("It is no stream.");
    },
  });
}

const reply = (body: unknown) => ({ status: 200, headers: {}, mediaType: "application/json", body });

/** Makes a valid body of the seed that it is given. */
const validEngine = (): Engine => async (query) => reply({ object: "list", data: [], seed: query.seed });
