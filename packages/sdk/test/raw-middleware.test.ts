import { expect, test } from "vitest";
import { OptionError } from "../src/index.js";
import { createPacer } from "../src/points/index.js";
import { clientOf, collectingEnds, exampleOf, failureOf } from "./stub-service.js";
import { createTestClock, settle } from "./test-clock.js";

const models = async () => Response.json(exampleOf("listModels", "200"));

test("tells of a call of the raw client whose answer a middleware of openapi-fetch refuses", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(models, options);
  client.raw.use({
    onResponse() {
      throw new Error("no disk");
    },
  });

  const error = await failureOf(client.raw.GET("/v1/models"));

  expect(ends).toMatchObject([{ operation: "GET /v1/models", outcome: "failed", error }]);
});

test("tells of a call of the raw client whose answer a middleware of openapi-fetch replaces", async () => {
  const { ends, options } = collectingEnds();
  const client = clientOf(models, options);
  client.raw.use({ onResponse: () => Response.json({ object: "list", data: [] }) });

  await client.raw.GET("/v1/models");

  expect(ends).toHaveLength(1);
});

test("gives the place in the pacer back when a middleware of openapi-fetch replaces an answer", async () => {
  const client = clientOf(models, { middleware: [createPacer({ concurrency: 1 })] });
  client.raw.use({ onResponse: () => Response.json({ object: "list", data: [] }) });
  await client.raw.GET("/v1/models");

  let answered = false;
  client.raw.GET("/v1/models").then(() => {
    answered = true;
  });
  await settle();

  expect(answered).toBe(true);
});

test("sends no key to an address that a middleware of openapi-fetch puts in place of the client's", async () => {
  const asked: string[] = [];
  const client = clientOf(async (url) => {
    asked.push(url);
    return models();
  });
  client.raw.use({
    onRequest({ request }) {
      Object.assign(request, { url: "https://elsewhere.example/v1/models" });
    },
  });

  expect(await failureOf(client.models.list())).toBeInstanceOf(OptionError);
  expect(asked).toEqual([]);
});

test("ends a named call while a middleware of openapi-fetch that obeys its signal waits", async () => {
  const controller = new AbortController();
  const client = clientOf(models);
  client.raw.use({
    onRequest: ({ request: { signal } }) =>
      new Promise<undefined>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  const failing = failureOf(client.models.list({}, { signal: controller.signal }));
  await settle();

  controller.abort();

  expect(await failing).toMatchObject({ name: "AbortError" });
});

test("counts the wait of a middleware of openapi-fetch to the total deadline", async () => {
  const { clock, advance } = createTestClock();
  const client = clientOf(models, { clock, timeouts: { total: 1000 } });
  client.raw.use({
    onRequest: ({ request: { signal } }) =>
      new Promise<undefined>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  });
  const failing = failureOf(client.models.list());
  await settle();

  advance(2000);

  expect(await failing).toMatchObject({ name: "TimeoutError", phase: "total" });
});
