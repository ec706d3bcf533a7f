import { expect, test } from "vitest";
import { type BotError, getBotResponse } from "../src/index.js";
import { bodiesOf, clientOf, exampleOf, failureOf, key } from "./stub-service.js";
import {
  bot,
  clientStreaming,
  collect,
  collectUntilFailure,
  namedEvent as event,
  transcriptOf,
  transcripts,
  wholeStreamOf,
} from "./stub-streams.js";

const query = { bot: "Rivers", messages: [{ role: "user", content: "Name three European rivers." }] };
const transcript = (name: string) => transcriptOf(bot.operationId, name);
const open = (text: string) => clientStreaming(text).bots.respond(query);
const done = event("done", {});
const answer = (text: string) => ({ text, attachments: [], suggested_replies: [], tool_calls: [] });

const call = (id: string, args: string) => ({
  id,
  type: "function",
  function: { name: "get_weather", arguments: args },
});
const markdown = { content_type: "text/markdown" };
const lighthouse = {
  url: "https://files.model-access.example/g/5b0e7f21c9d4/lighthouse.png",
  content_type: "image/png",
  name: "lighthouse.png",
  inline_ref: "k3v9q2xm",
};
const replies = ["Which countries does it flow through?", "How long is the Rhine?"];
const longest = "The Danube is the longest of the three, at **2,850 km**.";
const calls = [call("call_7f3a91c2", '{"city":"Lisbon","unit":"celsius"}'), call("call_d05e48b6", '{"city":"Porto"}')];
const answers = ["The Danube.", "The Volga."].map((text, index) => ({ index, ...answer(text) }));

// What each transcript of the contract adds up to.
const finals: [string, object][] = [
  ["botStreamText", { ...answer("The Danube, the Rhine and the Loire."), ...markdown }],
  ["botStreamReplace", { ...answer("There are 12 ways."), content_type: "text/plain" }],
  ["botStreamSuggestedReplies", { ...answer(longest), suggested_replies: replies, ...markdown }],
  ["botStreamFile", { ...answer("![lighthouse][k3v9q2xm]"), attachments: [lighthouse], ...markdown }],
  ["botStreamToolCalls", { ...answer(""), tool_calls: calls }],
  ["botStreamToolsUnused", answer("Good morning.")],
  ["botStreamData", { ...answer("Three sources agree on this."), metadata: '{"sources":3}', ...markdown }],
  ["botStreamSeveralAnswers", { ...answer("The Danube."), content_type: "text/plain", answers }],
  // Its `meta` comes too late to count.
  ["botStreamKeepAlive", answer("42.")],
];

test.each(finals)("adds %s up", async (name, final) => {
  expect(await open(transcript(name)).final()).toEqual(final);
});

test("gives the pieces as partial responses", async () => {
  const chunk = { choices: [{ delta: { content: "!", tool_calls: [{ index: 0, function: { arguments: "" } }] } }] };
  const text = [
    event("meta", { content_type: "text/plain", suggested_replies: true, mood: "calm" }),
    event("text", { text: "Hel", index: 0 }),
    event("replace_response", { text: "Hi" }),
    event("suggested_reply", { text: "Bye" }),
    event("file", { url: "https://f.example/1", content_type: "text/csv", name: "1.csv", index: 2 }),
    event("json", chunk),
    event("data", { metadata: "7" }),
    done,
  ].join("");

  expect(await collect(open(text))).toEqual([
    { text: "", content_type: "text/plain", suggested_replies: true, mood: "calm" },
    { text: "Hel", index: 0 },
    { text: "Hi", is_replace_response: true },
    { text: "Bye", is_suggested_reply: true },
    { text: "", index: 2, attachment: { url: "https://f.example/1", content_type: "text/csv", name: "1.csv" } },
    { text: "!", tool_calls: [{ index: 0, function: { arguments: "" } }], data: chunk },
    { text: "", data: { metadata: "7" } },
  ]);
});

test.each([
  ["botStreamError", false, "user_message_too_long", "The message is too long for this bot", "The Danube"],
  ["botStreamErrorThenDone", true, undefined, "The bot is busy. Try again soon", undefined],
])("throws the error in %s, and says whether to ask again", async (name, allowRetry, type, message, text) => {
  const failure = (await failureOf(open(transcript(name)).final())) as BotError;

  expect(failure).toMatchObject({ name: "BotError" });
  expect(failure).toMatchObject({ allowRetry, requestId: "req-1" });
  expect(failure.type).toBe(type);
  expect(failure.message).toBe(
    `POST /bot/Rivers failed in the middle of its stream${type ? ` with ${type}` : ""}: ${message}`,
  );
  expect(failure.partial).toEqual(text === undefined ? undefined : expect.objectContaining({ text }));
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

test("reads a done without data", async () => {
  expect(await open(`${event("text", { text: "a" })}event: done\ndata:\n\n`).text()).toBe("a");
});

test.each(bodiesOf("queryBot"))("sends the query %s as the contract shows it", async (_name, value) => {
  const { query: messages, ...settings } = value as { query: (typeof query)["messages"] };
  const sent: unknown[] = [];
  const client = clientOf(async (url, { body }) => {
    sent.push(url, JSON.parse(String(body)));
    return wholeStreamOf(bot.textStream);
  });

  await client.bots.respond({ ...settings, bot: "A bot/1", messages }).final();

  expect(sent).toEqual(["https://api.example/bot/A%20bot%2F1", value]);
});

test("asks a bot without a client", async () => {
  const headers: (string | null)[] = [];
  const stream = getBotResponse(
    { ...query, apiKey: key },
    {
      baseURL: "https://api.example",
      fetch: async (_url, init) => {
        headers.push(new Headers(init.headers).get("authorization"));
        return wholeStreamOf(bot.textStream);
      },
    },
  );

  expect(await stream.text()).toBe(bot.text);
  expect(headers).toEqual([`Bearer ${key}`]);
});

test("refuses to ask without a key", () => {
  const ask = () => getBotResponse({ ...query, apiKey: " " }, { baseURL: "https://api.example" });

  expect(ask).toThrow(expect.objectContaining({ name: "OptionError", option: "apiKey" }));
});

test("throws a refusal at the first read, and again from final()", async () => {
  const refusal = () => Response.json(exampleOf("queryBot", "401"), { status: 401 });
  const stream = clientOf(async () => refusal()).bots.respond(query);

  const { items, failure } = await collectUntilFailure(stream);

  expect(items).toEqual([]);
  expect(failure).toMatchObject({ name: "InvalidKeyError" });
  expect(await failureOf(stream.final())).toBe(failure);
});

test("covers every transcript of the contract", () => {
  const names = transcripts.flatMap(({ operationId, name }) => (operationId === bot.operationId ? [name] : []));

  expect([...finals.map(([name]) => name), "botStreamError", "botStreamErrorThenDone"].sort()).toEqual(names.sort());
});
