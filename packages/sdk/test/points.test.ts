import { validateResponseBody } from "@model-access/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ModelList, OptionError } from "../src/index.js";
import { createPriceTable, estimatePoints, estimateRequest, type PriceTable } from "../src/points/index.js";
import { exampleOf } from "./stub-service.js";

const example = exampleOf("listModels", "200") as ModelList;

/** A models list with one model of these prices in points. */
function listOf(points: object | null | undefined, changes: object = {}): ModelList {
  const pricing = { prompt: "0.000003", completion: "0.000015", ...(points !== undefined && { points }) };
  const model = { id: "writer-1", object: "model", created: 1, owned_by: "maker", pricing, ...changes };
  return { object: "list", data: [model] } as ModelList;
}

const tableOf = (...given: Parameters<typeof listOf>) => createPriceTable(listOf(...given));
const perToken = tableOf({ prompt: "0.1", completion: "0.5" });
const perRequest = tableOf({ request: "120", prompt: null });
const free = tableOf({ prompt: "0", completion: "0" });
const pricesOfText = { prompt: "1", completion: "10" };
const named = { metadata: { display_name: "The Writer" } };
const writer = { model: "writer-1" };

test("reads the prices in points of the contract's models list, by id and by display name", () => {
  const table = createPriceTable(example);
  const priced = example.data.filter(({ pricing }) => pricing?.points);

  expect(validateResponseBody("listModels", 200, "application/json", example)).toEqual([]);
  expect(priced.length).toBeGreaterThan(0);
  for (const { id, metadata, pricing } of priced) {
    const price = table.get(id.toLowerCase());
    expect(price?.prompt).toBe(pricing?.points?.prompt ? Number(pricing.points.prompt) : undefined);
    expect(table.get(metadata?.display_name?.toLowerCase() ?? "")).toBe(price);
  }
});

test.each<[string, ModelList]>([
  ["a price in USD alone", listOf(undefined)],
  ["points that are null", listOf(null)],
  ["points of nothing", listOf({})],
  ["points that are all null", listOf({ prompt: null, completion: null })],
  ["points that are no numbers", listOf({ prompt: "free", completion: "-1" })],
  ["no price at all", listOf(undefined, { pricing: null })],
])("does not know the points of a model with %s", (_what, list) => {
  const table = createPriceTable(list);

  expect(estimatePoints(table, { model: "writer-1", inputTokens: 10 })).toBe("unknown");
  expect(estimatePoints(table, { model: "writer-1" })).toBe("unknown");
  expect(estimateRequest(table, { model: "writer-1", max_tokens: 5 })).toEqual({
    points: "unknown",
    restsOn: "the price of writer-1 in points is unknown",
  });
});

test.each<[string, PriceTable, Parameters<typeof estimatePoints>[1], number | "unknown"]>([
  ["tokens by their prices, rounded up", perToken, { model: "Writer-1", inputTokens: 11, outputTokens: 3 }, 3],
  ["without what binary fractions add", tableOf({ prompt: "0.07" }), { ...writer, inputTokens: 100 }, 7],
  ["by a display name", tableOf({ request: "9" }, named), { model: "The Writer" }, 9],
  ["cached tokens without a price like others", perToken, { ...writer, cacheReadTokens: 10, cacheWriteTokens: 10 }, 2],
  ["a price per request whatever the tokens", perRequest, { ...writer, inputTokens: 10, outputTokens: 10 }, 120],
  ["pictures without a price as unknown", perToken, { model: "writer-1", imageTokens: 1 }, "unknown"],
  ["another model as unknown", perToken, { model: "writer-2" }, "unknown"],
  ["a model that is free as 0, which is known", free, { ...writer, inputTokens: 10, outputTokens: 10 }, 0],
  [
    "all its prices together",
    tableOf({ ...pricesOfText, image: "100", request: "1000", input_cache_read: "1e4", input_cache_write: "100000" }),
    { ...writer, inputTokens: 1, outputTokens: 1, imageTokens: 1, cacheReadTokens: 1, cacheWriteTokens: 1 },
    111_111,
  ],
])("estimates %s", (_what, table, counts, points) => {
  expect(estimatePoints(table, counts)).toBe(points);
});

test("never estimates less for more tokens", () => {
  const counts = fc.record({ inputTokens: fc.nat(1e6), outputTokens: fc.nat(1e6) });
  fc.assert(
    fc.property(counts, fc.nat(1e6), ({ inputTokens, outputTokens }, more) => {
      const points = (extra: number) =>
        Number(estimatePoints(perToken, { model: "writer-1", inputTokens: inputTokens + extra, outputTokens }));

      expect(points(more)).toBeGreaterThanOrEqual(points(0));
      expect(Number.isInteger(points(0))).toBe(true);
    }),
  );
});

const body = { model: "writer-1", max_tokens: 100, messages: [{ role: "user", content: "Name one prime." }] };

test("estimates a request before it is sent and says on what it rests", () => {
  const bytes = JSON.stringify(body).length;

  const { points, restsOn } = estimateRequest(perToken, body);

  expect(points).toBe(Math.ceil(0.1 * Math.ceil(bytes / 3) + 0.5 * 100));
  expect(restsOn).toBe(
    `the prices of writer-1, some ${Math.ceil(bytes / 3)} input tokens by the length of the request, and 100 output tokens by the request's limit`,
  );
});

test("counts the bytes of a script that needs several for a character", () => {
  const text = (content: string) =>
    estimateRequest(perToken, { ...body, messages: [{ role: "user", content }] } as never);

  expect(Number(text("素".repeat(300)).points) - Number(text("").points)).toBeCloseTo(30, 0);
});

test.each(["max_tokens", "max_completion_tokens", "max_output_tokens"])("takes %s for the longest reply", (limit) => {
  const request = (tokens: number) => estimateRequest(perToken, { model: "writer-1", [limit]: tokens });

  expect(Number(request(9000).points) - Number(request(1000).points)).toBe(4000);
});

test("takes the model's longest reply where the request has no limit", () => {
  const context_window = { context_length: 9000, max_output_tokens: 4096 };
  const table = tableOf({ completion: "1", prompt: "0" }, { context_window });

  expect(estimateRequest(table, { model: "writer-1" })).toEqual({
    points: 4096,
    restsOn: expect.stringContaining("4096 output tokens by the model's longest reply"),
  });
});

test.each<[string, object, string]>([
  ["names no model", { max_tokens: 5 }, "the request names no model"],
  ["names something else as its model", { model: 7 }, "the request names no model"],
  ["has a limit that is no number", { model: "writer-1", max_tokens: "100" }, "how long a reply"],
  ["may be answered at any length", writer, "neither the request nor the models list says how long a reply of"],
  ["has a picture", { ...body, messages: [{ content: [{ type: "image_url", image_url: { url: "" } }] }] }, "pictures"],
  ["has a file", { ...body, query: [{ role: "user", content: "", attachments: [{ url: "" }] }] }, "files"],
  ["searches the web", { ...body, tools: [{ type: "web_search_preview" }] }, "a web search"],
  ["goes on from an earlier response", { ...body, previous_response_id: "resp_1" }, "an earlier response"],
])("does not know the points of a request that %s", (_what, request, reason) => {
  expect(estimateRequest(perToken, request)).toEqual({ points: "unknown", restsOn: expect.stringContaining(reason) });
});

test("does not know the points of text where only pictures have a price", () => {
  expect(estimateRequest(tableOf({ image: "3" }), body)).toEqual({
    points: "unknown",
    restsOn: "the price of writer-1 per text token or per request is unknown",
  });
});

test("does not take words of a message for a picture", () => {
  const messages = [{ role: "user", content: 'What does {"type":"image_url"} mean?' }];

  expect(estimateRequest(perToken, { ...body, messages } as never).points).toEqual(expect.any(Number));
});

test("knows the price of a request with a picture where that is paid by the request", () => {
  const request = { model: "writer-1", messages: [{ content: [{ type: "image_url" }] }] };

  expect(estimateRequest(perRequest, request)).toEqual({ points: 120, restsOn: "the price of writer-1 per request" });
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["a list that is not in an object", [{ id: "writer-1" }]],
  ["a list that is null", { data: null }],
  ["an entry that is null", { data: [{ id: "writer-1" }, null] }],
  ["an entry that is a name", { data: ["writer-1"] }],
])("a models list with %s is refused with a sentence", (_what, list) => {
  const make = () => createPriceTable(list as never);

  expect(make).toThrow(OptionError);
  expect(make).toThrow("models is no models list; pass that of models.list().");
});
