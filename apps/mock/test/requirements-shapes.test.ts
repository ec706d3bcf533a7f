import { type Balance, type ModelList, operationOf, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { createAccount } from "./account-requests.js";
import { eventsOf, streamFaults } from "./events.js";
import { createManualClock } from "./manual-clock.js";

function createCaller() {
  return createAccount(createMock({ latency: "instant" }));
}

test("R2.6, R4.1: a chat completion is JSON with a text at choices[0].message.content", async () => {
  const { chat } = createCaller();

  const response = await chat({ model: "GPT-5.2" });
  const body = (await response.json()) as { choices: { message: { content: unknown } }[] };

  expect(response.headers.get("content-type")).toBe("application/json");
  expect(validateResponseBody("createChatCompletion", 200, "application/json", body)).toEqual([]);
  expect(body.choices[0]?.message.content).toMatch(/\w/);
});

test("R4.1: with stream true a chat completion comes as an event stream", async () => {
  const { chat } = createCaller();

  const response = await chat({ model: "GPT-5.2", stream: true });

  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(streamFaults(operationOf("createChatCompletion"), eventsOf(await response.text()))).toEqual([]);
});

test.each([
  { title: "only model and messages", fields: {}, status: 200 },
  { title: "every field that is named", fields: { stream: false, max_tokens: 20, temperature: 2 }, status: 200 },
  { title: "no messages", fields: { messages: undefined }, status: 400 },
  { title: "no model", fields: { model: undefined }, status: 400 },
  { title: "a stream that is a text", fields: { stream: "yes" }, status: 400 },
  { title: "a max_tokens with a fraction", fields: { max_tokens: 1.5 }, status: 400 },
])("R2.5: a chat request with $title gets $status", async ({ fields, status }) => {
  const { chat } = createCaller();

  expect((await chat({ model: "GPT-5.2", ...fields })).status).toBe(status);
});

test("R1.7, R2.7, R4.2: the model list has rows with pricing, each of which answers by its id", async () => {
  const { call, chat } = createCaller();

  const list = (await (await call("/v1/models")).json()) as ModelList;
  const priced = list.data.filter(({ pricing }) => pricing != null);

  expect(validateResponseBody("listModels", 200, "application/json", list)).toEqual([]);
  expect(priced.length).toBeGreaterThan(5);
  for (const { id } of priced) expect((await chat({ model: id })).status, id).toBe(200);
});

test("R1.7, R4.3: the balance is what is left after what was used", async () => {
  const { call, chat, history } = createCaller();
  const read = async () => (await (await call("/usage/current_balance")).json()) as Balance; // validated below
  const before = await read();

  await chat({ model: "GPT-5.2" });
  const after = await read();
  const [entry] = (await history()).data;

  expect(validateResponseBody("getCurrentBalance", 200, "application/json", after)).toEqual([]);
  expect(entry?.cost_points).toBeGreaterThan(0);
  expect(before.current_point_balance - after.current_point_balance).toBe(entry?.cost_points);
});

test("R4.10: a video is made, remixed and extended at the paths of the contract", async () => {
  const clock = createManualClock();
  const { call, post } = createAccount(createMock({ clock }));
  const make = async (path: string, body: object) => {
    const video = (await (await post(path, body)).json()) as { id: string };
    expect(validateResponseBody("createVideo", 200, "application/json", video)).toEqual([]);
    await clock.advance(60_000);
    return video.id;
  };

  const made = await make("/v1/videos", { model: "Veo-3.1", prompt: "Waves" });
  const remixed = await make(`/v1/videos/${made}/remix`, { prompt: "At night" });
  const extended = await make("/v1/videos/extensions", { video: { id: remixed }, prompt: "A boat comes" });

  expect(await (await call(`/v1/videos/${extended}`)).json()).toMatchObject({ status: "completed" });
  expect((await call(`/v1/videos/${extended}/content`)).headers.get("content-type")).toBe("video/mp4");
});
