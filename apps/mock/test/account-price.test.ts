import type { Model } from "@model-access/contract";
import { expect, test } from "vitest";
import { minimumPriceOf, priceOf, requestPriceOf } from "../src/account/price.js";
import { defaultWorld } from "../src/world/world.js";

const { catalogue } = defaultWorld();

const noTokens = { inputTokens: 0, outputTokens: 0 };

test.each([
  { name: "Claude-Sonnet-4.5", inputTokens: 1000, outputTokens: 500, points: 273 },
  { name: "claude-sonnet-4-5-20250929", inputTokens: 1000, outputTokens: 500, points: 273 },
  { name: "GPT-5.2", inputTokens: 10, outputTokens: 20, points: 8 },
  { name: "Gemini-2.5-Flash", inputTokens: 1, outputTokens: 1, points: 1 },
  { name: "Sora-2", inputTokens: 0, outputTokens: 0, points: 2700 },
  { name: "Veo-3.1", inputTokens: 1000, outputTokens: 1000, points: 1 },
])(
  "R8.3: $name costs $points points for $inputTokens tokens in and $outputTokens out",
  ({ name, points, ...tokens }) => {
    expect(priceOf(modelOf(name), tokens)).toBe(points);
  },
);

test("R8.3: a model costs at least a point, by request what its price says", () => {
  const prices = catalogue.models.map((model) => [model.id, minimumPriceOf(model), requestPriceOf(model)]);

  expect(prices).toEqual(
    expect.arrayContaining([
      ["gpt-5.2", 1, 0],
      ["sora-2", 2700, 2700],
      ["trip-planner", 12, 12],
      ["veo-3.1", 1, 1],
    ]),
  );
});

test("prices of zero, and prices in dollars alone, cost no points", () => {
  const model = modelOf("GPT-5.2");
  const free: Model = { ...model, pricing: { prompt: "1", points: { prompt: "0", completion: "0.0", request: null } } };

  expect(priceOf(free, { inputTokens: 100, outputTokens: 100 })).toBe(0);
  expect(priceOf({ ...model, pricing: { prompt: "1" } }, noTokens)).toBe(0);
});

function modelOf(name: string): Model {
  const model = catalogue.find(name);
  if (model === undefined) throw new Error(`The catalogue has no ${name}.`);
  return model;
}
