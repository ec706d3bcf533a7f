import { type ModelList, operationOf, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { ask, askPlain, askStreamed, type Dialect, dialects } from "./dialects.js";
import { eventsOf, streamFaults } from "./events.js";
import { bearer } from "./requests.js";

test("R1.1, R1.3, R1.7, R2.7, R4.2, R5.1: every listed model answers one key, plain and streamed", async () => {
  const { get, chat } = createClient();

  const list = (await (await get("/v1/models")).json()) as ModelList; // validated on the next line

  expect(validateResponseBody("listModels", 200, "application/json", list)).toEqual([]);
  expect(new Set(list.data.map(({ owned_by: owner }) => owner)).size).toBeGreaterThan(3);
  expect(list.data.filter(({ pricing }) => pricing != null).length).toBeGreaterThan(5);
  for (const { id } of list.data) {
    const plain = await chat({ model: id });
    const streamed = await chat({ model: id, stream: true });

    expect(await plain.json(), id).toMatchObject({ choices: [{ message: { content: expect.stringMatching(/./) } }] });
    expect(streamFaults(operationOf("createChatCompletion"), eventsOf(await streamed.text())), id).toEqual([]);
  }
});

/** With a key that has no permission, 403 says that the model was found: permission is checked next. */
test.for<[Dialect, string, number?]>([
  ...["gpt-5.2", "GPT-5.2", "gPt-5.2", "trip-planner"].map(
    (model) => ["createChatCompletion", model] as [Dialect, string],
  ),
  ...["Claude-Sonnet-4.5", "claude-sonnet-4.5", "claude-sonnet-4-5", "claude-sonnet-4-5-20250929"].map(
    (model) => ["createMessage", model] as [Dialect, string],
  ),
  // Their digits are no dates.
  ["createMessage", "claude-sonnet-4-5-99999999", 404],
  ["createMessage", "claude-sonnet-4-5-20251301", 404],
])(
  "R2.11, R9.3: %s knows a model by its id, its bot name or its provider's name: %s",
  async ([dialect, model, status = 403]) => {
    expect((await ask(createClient(), dialect, { model }, bearer("sk-mock-limited"))).status).toBe(status);
  },
);

test.for(["Claude-Haiku-4.5", "claude-haiku-4.5", "Trip%2DPlanner"])("a bot is found at /bot/%s", async (name) => {
  const { post } = createClient();

  const response = await post(`/bot/${name}`, dialects.queryBot.body("Hello"), bearer("sk-mock-limited"));

  expect(response.status).toBe(403);
});

test.for(["Claude-Opus-4.1", "claude-opus-4-1-20250805"])(
  "R2.11: messages finds %s of a data file, which names its owner and no paths",
  async (model) => {
    const client = createClient({
      state: { bots: [{ name: "Claude-Opus-4.1", owned_by: "Anthropic" }, { name: "Helper" }] },
    });

    expect((await ask(client, "createMessage", { model })).status).toBe(200);
    expect((await ask(client, "createMessage", { model: "Helper" })).status).toBe(404);
  },
);

test.for<[Dialect, model: string, told: string]>([
  ["createChatCompletion", "CLAUDE-haiku-4.5", "CLAUDE-haiku-4.5"],
  ["createResponse", "CLAUDE-haiku-4.5", "CLAUDE-haiku-4.5"],
  ["createMessage", "Claude-Sonnet-4.5", "claude-sonnet-4-5"],
  ["createMessage", "claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20250929"],
])(
  "R2.11: %s asked for %s names the model as its interface does, plain and streamed",
  async ([dialect, model, told]) => {
    const client = createClient();

    expect(await askPlain(client, dialect, { model })).toMatchObject({ model: told });
    expect(new Set(JSON.stringify(await askStreamed(client, dialect, { model })).match(/"model":"[^"]*"/g))).toEqual(
      new Set([`"model":"${told}"`]),
    );
  },
);

test.for([
  ["GPT-Image-1", "![Name three European rivers.](http://mock/media/", ".png"],
  ["sora-2", "[Name three European rivers.](http://mock/media/", ".mp4"],
  ["Narrator-1", "[Name three European rivers.](http://mock/media/", ".mp3"],
] as const)("R1.13: the media bot %s answers with a link and no tokens", async ([model, start, end]) => {
  const messages = [{ role: "user", content: "Name three European rivers." }];

  const answer = await askPlain(createClient(), "createChatCompletion", { model, messages });

  const [{ message }] = answer.choices as [{ message: { content: string } }]; // validated
  expect([message.content.startsWith(start), message.content.endsWith(`${end})`)]).toEqual([true, true]);
  expect(answer.usage).toMatchObject({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
});

test("R1.8, R2.15: the setting controls of bots can be read, with one of each kind", async () => {
  const { bots } = await createClient().admin("GET", "/bots");

  const kinds = [...JSON.stringify(bots).matchAll(/"control":"(\w+)"/g)].map(([, kind]) => kind);
  expect(new Set(kinds)).toEqual(
    new Set("aspect_ratio condition divider drop_down slider text_area text_field toggle_switch".split(" ")),
  );
  expect(bots).toContainEqual(expect.objectContaining({ name: "App-Creator", access: "app-creation" }));
});
