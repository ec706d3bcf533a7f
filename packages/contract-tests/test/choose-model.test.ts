import { expect, test } from "vitest";
import { chooseModel, isAdvertised } from "../src/reading/choose-model.js";

const list = (...models: object[]) => ({ object: "list", data: models });
const text = { architecture: { output_modalities: ["text"] } };

test("takes the cheapest text model", () => {
  const models = list(
    { id: "painter", architecture: { output_modalities: ["image"] }, pricing: { prompt: "0", completion: "0" } },
    { id: "dear", ...text, pricing: { prompt: "0.1", completion: "0.1" } },
    { id: "cheap", ...text, pricing: { prompt: "0.01", completion: "0.01" } },
    { id: "unpriced", ...text, pricing: null },
  );

  expect(chooseModel(models, "chat")).toBe("cheap");
});

test("compares points before USD, and takes an unpriced model where there is no other", () => {
  const inUsd = { id: "usd", pricing: { request: "0.0001" } };
  const inPoints = { id: "points", pricing: { request: "0.5", points: { request: "30" } } };

  expect(chooseModel(list(inUsd, inPoints), "chat")).toBe("points");
  expect(chooseModel(list({ id: "only", pricing: null }), "chat")).toBe("only");
});

test("takes a model that has to reason only where there is no other", () => {
  const thinker = { id: "thinker", pricing: { request: "0" }, reasoning: { required: true } };

  expect(chooseModel(list(thinker, { id: "plain", pricing: { request: "9" } }), "chat")).toBe("plain");
  expect(chooseModel(list(thinker), "chat")).toBe("thinker");
});

test("takes a model that the interface reaches", () => {
  const models = list(
    { id: "a", supported_endpoints: ["/v1/chat/completions"] },
    { id: "b", supported_endpoints: ["/v1/responses"] },
  );

  expect(chooseModel(models, "responses")).toBe("b");
  expect(isAdvertised(models, "/v1/responses")).toBe(true);
  expect(isAdvertised(models, "/v1/messages")).toBe(false);
});

test("takes for messages an official model of the upstream provider", () => {
  const others = [{ id: "grok-4" }, { id: "a", supported_endpoints: ["/v1/chat/completions"], owned_by: "Anthropic" }];

  expect(chooseModel(list(...others), "messages")).toBeUndefined();
  expect(chooseModel(list(...others, { id: "claude-haiku-9" }), "messages")).toBe("claude-haiku-9");
  expect(chooseModel(list(...others, { id: "house-model", owned_by: "anthropic" }), "messages")).toBe("house-model");
});

test("calls a bot by the name that people see", () => {
  expect(chooseModel(list({ id: "trip-planner", metadata: { display_name: "Trip-Planner" } }), "bots")).toBe(
    "Trip-Planner",
  );
});

test.each([[undefined], [null], ["<html>"], [{ data: "x" }], [list({}, { id: 7 })]])(
  "finds no model in %j",
  (nothing) => {
    expect(chooseModel(nothing, "chat")).toBeUndefined();
  },
);
