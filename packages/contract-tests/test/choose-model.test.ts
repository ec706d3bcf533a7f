import { expect, test } from "vitest";
import { chooseMediaModel, chooseModel, chooseOtherModel, isAdvertised } from "../src/reading/choose-model.js";

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

test("takes a model whose answers are paid by the token where the list says nothing of what models make", () => {
  const painter = { id: "painter", pricing: { points: { prompt: "0.1", completion: null, image: "1" } } };
  const bot = { id: "bot", pricing: { points: { request: "1" } } };
  const writer = { id: "writer", pricing: { points: { prompt: "0.2", completion: "0.9" } } };

  expect(chooseModel(list(painter, bot, writer), "chat")).toBe("writer");
  expect(chooseModel(list({ ...painter, ...text }, writer), "chat")).toBe("painter");
});

test("takes a model that is paid by the token beside one that is paid by the call, if that costs little", () => {
  const bot = { id: "bot", ...text, pricing: { points: { request: "12" } } };
  const other = { id: "other", ...text, pricing: { points: { request: "13" } } };
  const writer = { id: "writer", ...text, pricing: { points: { prompt: "6", completion: "54" } } };
  const models = list(bot, other, writer);

  expect(chooseOtherModel(models, { first: "bot", points: 1_000_000 })).toBe("writer");
  expect(chooseOtherModel(models, { first: "bot", points: 1_000 })).toBe("other");
  expect(chooseOtherModel(models, { first: "bot", points: undefined })).toBe("other");
  expect(chooseOtherModel(models, { first: "writer", points: 1_000_000 })).toBe("bot");
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

test.each([
  [["video"], "bot"],
  [["image", "audio"], "bot"],
  [["text", "image"], undefined],
  [[], undefined],
])("a model with the outputs %j is a media bot if none is text", (output_modalities, expected) => {
  const model = { id: "bot", supported_endpoints: ["/v1/chat/completions"], architecture: { output_modalities } };

  expect(chooseMediaModel({ data: [model] })).toBe(expected);
});
