import { operations } from "@model-access/contract";
import { describe, expect, test } from "vitest";
import { BotError, createBots, getBotResponse } from "../src/bots/index.js";
import { InvalidKeyError, OptionError, ResponseFormatError, StreamIncompleteError } from "../src/index.js";
import { bareClientOf, bareClientStreaming, cutBefore, transcriptOf } from "./stub-client.js";
import { exampleOf, examplesOf, failureOf, key } from "./stub-service.js";
import { collect, collectUntilFailure, wholeStreamOf, wireForms } from "./stub-streams.js";

const query = { bot: "Rivers", messages: [{ role: "user", content: "Name three European rivers." }] };
const transcript = (name: string) => transcriptOf("queryBot", name);
const textStream = transcript("botStreamText");
const event = (name: string, data: unknown) =>
  `event: ${name}\ndata: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
const done = event("done", {});
const answer = (text: string) => ({ text, attachments: [], suggested_replies: [], tool_calls: [] });

// What each transcript of the contract adds up to.
const finals: [string, object][] = [
  ["botStreamText", { ...answer("The Danube, the Rhine and the Loire."), content_type: "text/markdown" }],
  ["botStreamReplace", { ...answer("There are 12 ways."), content_type: "text/plain" }],
  [
    "botStreamSuggestedReplies",
    {
      ...answer("The Danube is the longest of the three, at **2,850 km**."),
      suggested_replies: ["Which countries does it flow through?", "How long is the Rhine?"],
      content_type: "text/markdown",
    },
  ],
  [
    "botStreamFile",
    {
      ...answer("![lighthouse][k3v9q2xm]"),
      attachments: [
        {
          url: "https://files.model-access.example/g/5b0e7f21c9d4/lighthouse.png",
          content_type: "image/png",
          name: "lighthouse.png",
          inline_ref: "k3v9q2xm",
        },
      ],
      content_type: "text/markdown",
    },
  ],
  [
    "botStreamToolCalls",
    {
      ...answer(""),
      tool_calls: [
        {
          id: "call_7f3a91c2",
          type: "function",
          function: { name: "get_weather", arguments: '{"city":"Lisbon","unit":"celsius"}' },
        },
        { id: "call_d05e48b6", type: "function", function: { name: "get_weather", arguments: '{"city":"Porto"}' } },
      ],
    },
  ],
  ["botStreamToolsUnused", answer("Good morning.")],
  [
    "botStreamData",
    { ...answer("Three sources agree on this."), metadata: '{"sources":3}', content_type: "text/markdown" },
  ],
  [
    "botStreamSeveralAnswers",
    {
      ...answer("The Danube."),
      content_type: "text/plain",
      answers: [
        { index: 0, ...answer("The Danube.") },
        { index: 1, ...answer("The Volga.") },
      ],
    },
  ],
  // Its `meta` comes too late to count.
  ["botStreamKeepAlive", answer("42.")],
];

describe.each(wireForms)("the answer of a bot $form", (form) => {
  const open = (text: string) => createBots(bareClientStreaming(text, form)).respond(query);

  test.each(finals)("adds %s up", async (name, final) => {
    expect(await open(transcript(name)).final()).toEqual(final);
  });

  test("gives the pieces as partial responses", async () => {
    const text = [
      event("meta", { content_type: "text/plain", suggested_replies: true, mood: "calm" }),
      event("text", { text: "Hel", index: 0 }),
      event("replace_response", { text: "Hi" }),
      event("suggested_reply", { text: "Bye" }),
      event("file", { url: "https://f.example/1", content_type: "text/csv", name: "1.csv", index: 2 }),
      event("json", {
        choices: [{ delta: { content: "!", tool_calls: [{ index: 0, function: { arguments: "" } }] } }],
      }),
      event("data", { metadata: "7" }),
      done,
    ].join("");

    expect(await collect(open(text))).toEqual([
      { text: "", content_type: "text/plain", suggested_replies: true, mood: "calm" },
      { text: "Hel", index: 0 },
      { text: "Hi", is_replace_response: true },
      { text: "Bye", is_suggested_reply: true },
      { text: "", index: 2, attachment: { url: "https://f.example/1", content_type: "text/csv", name: "1.csv" } },
      {
        text: "!",
        tool_calls: [{ index: 0, function: { arguments: "" } }],
        data: { choices: [{ delta: { content: "!", tool_calls: [{ index: 0, function: { arguments: "" } }] } }] },
      },
      { text: "", data: { metadata: "7" } },
    ]);
  });

  test.each([
    ["botStreamError", false, "user_message_too_long", "The message is too long for this bot", "The Danube"],
    ["botStreamErrorThenDone", true, undefined, "The bot is busy. Try again soon", undefined],
  ])("throws the error in %s, and says whether to ask again", async (name, allowRetry, type, message, text) => {
    const failure = (await failureOf(open(transcript(name)).final())) as BotError;

    expect(failure).toBeInstanceOf(BotError);
    expect(failure).toMatchObject({ allowRetry, requestId: "req-1" });
    expect(failure.type).toBe(type);
    expect(failure.message).toBe(
      `POST /bot/Rivers failed in the middle of its stream${type ? ` with ${type}` : ""}: ${message}`,
    );
    expect(failure.partial).toEqual(text === undefined ? undefined : expect.objectContaining({ text }));
  });

  test.each([
    ["before done", cutBefore(textStream, "event: done")],
    ["by the end marker of another interface", `${cutBefore(textStream, "event: done")}data: [DONE]\n\n`],
    ["before the blank line of done", textStream.trimEnd()],
    ["before anything", ""],
  ])("throws when it ends %s", async (_where, text) => {
    expect(await failureOf(open(text).final())).toBeInstanceOf(StreamIncompleteError);
  });

  test("passes on an event that it does not know in raw_response", async () => {
    const text = event("weather", { rain: 1 }) + event("mood", "calm") + textStream;

    const pieces = await collect(open(text));

    expect(pieces.slice(0, 2)).toEqual([
      { text: "", raw_response: { event: "weather", data: { rain: 1 } } },
      { text: "", raw_response: { event: "mood", data: "calm" } },
    ]);
    expect(await open(text).text()).toBe("The Danube, the Rhine and the Loire.");
  });

  test.each([
    ["a text that is none", event("text", { text: 7 }), "a7"],
    ["a text that is not in an object", event("text", '"b"'), "ab"],
    ["a file without an address", event("file", { name: "1.csv", content_type: "text/csv" }), "a"],
    ["a replacement that is no object", event("replace_response", "7"), "7"],
  ])("reads on after %s", async (_what, event_, text) => {
    const stream = open(event("text", { text: "a" }) + event_ + done);

    expect(await stream.text()).toBe(text);
    for (const { url } of (await stream.final()).attachments) expect(url).toBe("");
  });

  test.each([["data that is cut", event("text", '{"text":"a')]])("throws for %s", async (_what, text) => {
    const { failure } = await collectUntilFailure(open(event("text", { text: "a" }) + text + done));

    expect(failure).toBeInstanceOf(ResponseFormatError);
  });

  test("reads a done without data", async () => {
    expect(await open(`${event("text", { text: "a" })}event: done\ndata:\n\n`).text()).toBe("a");
  });
});

test.each(Object.entries(operations.queryBot?.body?.mediaTypes["application/json"]?.examples ?? {}))(
  "sends the query %s as the contract shows it",
  async (_name, { value }) => {
    const { query: messages, ...settings } = value as { query: (typeof query)["messages"] };
    let sent: unknown;
    let url = "";
    const bots = createBots(
      bareClientOf(async (address, init) => {
        url = address;
        sent = JSON.parse(String(init.body));
        return wholeStreamOf(textStream);
      }),
    );

    await bots.respond({ ...settings, bot: "A bot/1", messages }).final();

    expect(url).toBe("https://api.example/bot/A%20bot%2F1");
    expect(sent).toEqual(value);
  },
);

test("asks a bot without a client", async () => {
  const headers: (string | null)[] = [];
  const stream = getBotResponse(
    { ...query, apiKey: key },
    {
      baseURL: "https://api.example",
      fetch: async (_url, init) => {
        headers.push(new Headers(init.headers).get("authorization"));
        return wholeStreamOf(textStream);
      },
    },
  );

  expect(await stream.text()).toBe("The Danube, the Rhine and the Loire.");
  expect(headers).toEqual([`Bearer ${key}`]);
});

test("refuses to ask without a key", () => {
  expect(() => getBotResponse({ ...query, apiKey: " " }, { baseURL: "https://api.example" })).toThrow(OptionError);
});

test("throws a refusal at the first read, and again from final()", async () => {
  const refusal = () => Response.json(exampleOf("queryBot", "401"), { status: 401 });
  const stream = createBots(bareClientOf(async () => refusal())).respond(query);

  const { items, failure } = await collectUntilFailure(stream);

  expect(items).toEqual([]);
  expect(failure).toBeInstanceOf(InvalidKeyError);
  expect(await failureOf(stream.final())).toBe(failure);
});

test("covers every transcript of the contract", () => {
  const names = examplesOf("queryBot", "200", "text/event-stream").map(([name]) => name);

  expect([...finals.map(([name]) => name), "botStreamError", "botStreamErrorThenDone"].sort()).toEqual(names.sort());
});
