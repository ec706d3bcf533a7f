import { expect, test } from "vitest";
import {
  createTestFetch,
  errorReply,
  eventStreamReply,
  jsonReply,
  lostReply,
  rateLimitReply,
  reset,
  type TestReply,
  unreachableReply,
} from "../src/testing/index.js";
import { askInTurn } from "./fallback-recipe.js";
import { clientOf, exampleOf, failureOf, request } from "./stub-service.js";
import { chunkOf } from "./stub-streams.js";

const completion = jsonReply(exampleOf("createChatCompletion", "200"));
const stream = eventStreamReply([{ data: chunkOf({ content: "7" }, "stop") }, { data: "[DONE]" }]);
const refusal = (status: number, code: string) => errorReply({ type: "error", code }, { status });

function clientPlaying(replies: TestReply[]) {
  const { fetch, calls } = createTestFetch(replies);
  const askedModels = () => calls.map(({ body }) => (body as { model: string }).model);
  return { client: clientOf(fetch), askedModels };
}

test.each<[string, TestReply]>([
  ["is not known", refusal(400, "model_not_found")],
  ["cannot do what is asked", refusal(400, "unsupported_feature_for_model")],
  ["was retired", refusal(404, "not_found")],
  ["has no capacity left", rateLimitReply()],
  ["is not available", refusal(503, "unavailable")],
])("asks another model when the first %s", async (_what, refused) => {
  const { client, askedModels } = clientPlaying([refused, completion]);

  const reply = await askInTurn(["a", "b"], (model) => client.chat.completions.create({ ...request, model }));

  expect(askedModels()).toEqual(["a", "b"]);
  expect(reply).toEqual(exampleOf("createChatCompletion", "200"));
});

test.each<[string, TestReply]>([
  ["may have cost points", refusal(500, "internal_error")],
  ["was lost", lostReply()],
  ["found nobody", unreachableReply()],
  ["had a wrong key", refusal(401, "invalid_api_key")],
  ["had no points", refusal(402, "insufficient_points")],
  ["had a wrong parameter", refusal(400, "invalid_parameter")],
])("asks no other model when the call %s", async (_what, failed) => {
  const { client, askedModels } = clientPlaying([failed, completion]);

  await failureOf(askInTurn(["a", "b"], (model) => client.chat.completions.create({ ...request, model })));

  expect(askedModels()).toEqual(["a"]);
});

test("asks another model for a stream, but none after content came", async () => {
  const { client, askedModels } = clientPlaying([rateLimitReply(), reset(stream, { afterEvents: 1 }), stream]);

  const failure = await failureOf(
    askInTurn(["a", "b", "c"], async (model) => {
      const reading = await client.chat.completions.create({ ...request, model, stream: true });
      return reading.final();
    }),
  );

  expect(askedModels()).toEqual(["a", "b"]);
  expect(failure).toMatchObject({ mayHaveBeenProcessed: "yes" });
});

test("fails as the last model did when all refuse", async () => {
  const { client } = clientPlaying([rateLimitReply(), refusal(400, "model_not_found")]);

  const failure = await failureOf(
    askInTurn(["a", "b"], (model) => client.chat.completions.create({ ...request, model })),
  );

  expect(failure).toMatchObject({ name: "ModelNotFoundError" });
});
