import { expect, test, vi } from "vitest";
import { AbortError, ConnectionError } from "../src/index.js";
import { clientAnswering, clientOf, exampleOf, failureOf, key, request, silentFetch } from "./stub-service.js";
import { settle } from "./test-clock.js";

test("reaches every operation with the key and the base URL filled in", async () => {
  const calls: [string, string, string | null][] = [];
  const client = clientOf(async (url, init) => {
    calls.push([init.method ?? "", url, new Headers(init.headers).get("authorization")]);
    return Response.json(exampleOf("getCurrentBalance", "200"));
  });

  const { data, error } = await client.raw.GET("/usage/current_balance");

  expect(calls).toEqual([["GET", "https://api.example/usage/current_balance", `Bearer ${key}`]]);
  expect(data).toEqual(exampleOf("getCurrentBalance", "200"));
  expect(error).toBeUndefined();
});

test("gives a refusal back instead of throwing it", async () => {
  const client = clientAnswering(JSON.stringify(exampleOf("createChatCompletion", "402")), { status: 402 });

  const { data, error, response } = await client.raw.POST("/v1/chat/completions", { body: request });

  expect(data).toBeUndefined();
  expect(error).toEqual(exampleOf("createChatCompletion", "402"));
  expect(response.status).toBe(402);
});

test("throws a typed error when no answer comes", async () => {
  const client = clientOf(async () => {
    throw new TypeError("fetch failed");
  });

  const failure = await failureOf(client.raw.GET("/v1/models"));

  expect(failure).toBeInstanceOf(ConnectionError);
  expect(failure).toMatchObject({
    message: "GET /v1/models got no answer from https://api.example (fetch failed); check the network and baseURL",
  });
});

test.each([
  ["vid_1", "https://api.example/v1/videos/vid_1"],
  ["a/b?c#d", "https://api.example/v1/videos/a%2Fb%3Fc%23d"],
  ["../models", "https://api.example/v1/videos/..%2Fmodels"],
])("encodes the id %s into the path", async (video_id, expected) => {
  let called = "";
  const client = clientOf(async (url) => {
    called = new URL(url).href;
    return Response.json(exampleOf("retrieveVideo", "200"));
  });

  await client.raw.GET("/v1/videos/{video_id}", { params: { path: { video_id } } });

  expect(called).toBe(expected);
});

test.each(["..", ".", ""])("refuses the id %j, which would lead to another route", async (video_id) => {
  const client = clientAnswering("{}");

  expect(await failureOf(client.raw.GET("/v1/videos/{video_id}", { params: { path: { video_id } } }))).toMatchObject({
    option: "video_id",
  });
});

test.each(["https://elsewhere.example", "https://api.example.elsewhere.example", "http://api.example"])(
  "sends the key to no other address than the client's, such as %s",
  async (baseUrl) => {
    const fetch = vi.fn();

    const failure = await failureOf(clientOf(fetch).raw.GET("/v1/models", { baseUrl }));

    expect(failure).toMatchObject({ name: "OptionError", option: "baseUrl" });
    expect(fetch).not.toHaveBeenCalled();
  },
);

test.each(["client", "call"])("ends a call by the signal of the %s, where both have one", async (whose) => {
  const controllers = { client: new AbortController(), call: new AbortController() };
  const client = clientOf(silentFetch, { signal: controllers.client.signal });

  const failing = failureOf(client.raw.GET("/v1/models", { signal: controllers.call.signal }));
  await settle();
  controllers[whose as "client" | "call"].abort();

  expect(await failing).toBeInstanceOf(AbortError);
});

test("hands its middleware a request that it can read and change, without the key, of every call", async () => {
  let sent = new Headers();
  const seen: unknown[] = [];
  const client = clientOf(async (_url, init) => {
    sent = new Headers(init.headers);
    return Response.json(exampleOf("listModels", "200"));
  });
  client.raw.use({
    onRequest({ request }) {
      seen.push(request.method, request.url, request.headers.get("authorization"));
      request.headers.set("x-trace", "abc");
      return request;
    },
  });

  await client.raw.GET("/v1/models");
  const trace = sent.get("x-trace");
  await client.models.list();

  expect(seen).toEqual(Array.from({ length: 2 }, () => ["GET", "https://api.example/v1/models", null]).flat());
  expect(trace).toBe("abc");
  expect(sent.get("x-trace")).toBe("abc");
});

test("gives fetch an address and an init, never a Request", async () => {
  const types: string[] = [];
  const client = clientOf(async (url, init) => {
    types.push(typeof url, init.constructor.name);
    return Response.json(exampleOf("listModels", "200"));
  });

  await client.raw.GET("/v1/models");

  expect(types).toEqual(["string", "Object"]);
});
