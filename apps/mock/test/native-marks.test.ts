import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { readMedia } from "../src/media/media-file.js";
import { marks } from "../src/native/marks.js";
import { type BotEvent, botEvents } from "./bot-events.js";

const { fetch } = createMock({ latency: "instant" });

const ask = (content: string, { bot, ...fields }: Record<string, unknown> = {}) =>
  botEvents({ query: [{ role: "user", content }], ...fields }, bot);

/** The names of events, repeated ones once. */
const namesOf = (events: BotEvent[]) =>
  events.map(({ event }) => event).filter((name, index, all) => name !== all[index - 1]);

const textOf = (events: BotEvent[]) =>
  events.reduce((text, { event, data }) => {
    if (event === "replace_response") return String(data.text);
    return event === "text" ? text + data.text : text;
  }, "");

test("[replace] makes a bot start again, with the whole of its answer", async () => {
  const events = await ask("Name a river. [replace]");

  expect(namesOf(events)).toEqual(["meta", "text", "replace_response", "text", "suggested_reply", "done"]);
  expect(events[1]?.data).toEqual({ text: "Thinking…" });
  expect(textOf(events)).toMatch(/a river/);
});

test("[replace] keeps an answer of chunks as it is", async () => {
  const tools = [{ type: "function", function: { name: "get_time", parameters: { type: "object", properties: {} } } }];

  expect(namesOf(await ask("What time is it? [replace]", { tools }))).toEqual(["meta", "json", "done"]);
});

test("[replace] makes a bot for pictures send the file before the text that refers to it", async () => {
  const events = await ask("A lighthouse. [replace]", { bot: "GPT-Image-1" });

  expect(namesOf(events)).toEqual(["meta", "text", "file", "replace_response", "done"]);
  expect(textOf(events)).toBe(`![A lighthouse. replace][${events[2]?.data.inline_ref}]`);
});

test("[file] adds a picture that the mock serves without a key", async () => {
  const events = await ask("Name a river. [file]");
  const file = events.find(({ event }) => event === "file");
  const response = await fetch(String(file?.data.url));

  expect(namesOf(events)).toEqual(["meta", "text", "file", "text", "suggested_reply", "done"]);
  expect(textOf(events)).toMatch(new RegExp(`!\\[Name a river\\. file\\]\\[${file?.data.inline_ref}\\]$`));
  expect(response.headers.get("content-type")).toBe(file?.data.content_type);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(await readMedia("image.png"));
});

test("[json] ends an answer with an object that calls no tools", async () => {
  const events = await ask("Name a river. [json]");
  const at = events.findIndex(({ event }) => event === "json");

  expect(namesOf(events)).toEqual(["meta", "text", "json", "suggested_reply", "done"]);
  expect(events[at]?.data).toEqual({ events: at });
});

test("[data] sends metadata before and after the answer", async () => {
  const events = await ask("Name a river. [data]");
  const stored = events.filter(({ event }) => event === "data").map(({ data }) => JSON.parse(String(data.metadata)));

  expect(namesOf(events)).toEqual(["meta", "data", "text", "suggested_reply", "data", "done"]);
  expect(stored).toEqual([{ events: 0 }, { events: events.length - 3 }]);
});

test("[ping] puts signs of life between the events and changes nothing else", async () => {
  const events = await ask("Name a river. [ping]");
  const others = events.filter(({ event }) => event !== "ping");

  expect(events.filter((_, index) => index % 2 === 1).every(({ event }) => event === "ping")).toBe(true);
  expect(namesOf(others)).toEqual(["meta", "text", "suggested_reply", "done"]);
});

test("[error] ends an answer in the middle, for good", async () => {
  const events = await ask("Name a river. [error]");

  expect(namesOf(events)).toEqual(["meta", "text", "error"]);
  expect(events.at(-1)?.data).toMatchObject({ allow_retry: false, error_type: "user_caused_error" });
});

test("[error retry] fails at once and may be tried again", async () => {
  const events = await ask("Name a river. [error retry]");

  expect(namesOf(events)).toEqual(["error", "done"]);
  expect(events[0]?.data).toMatchObject({ allow_retry: true });
});

test("marks in an earlier message do nothing", async () => {
  const query = [
    { role: "user", content: "Name a river. [error]" },
    { role: "bot", content: "The Rhine." },
    { role: "user", content: "Another one." },
  ];

  expect(namesOf(await ask("", { query }))).toEqual(["meta", "text", "suggested_reply", "done"]);
});

test("all marks together are an answer that the contract accepts", async () => {
  const together = marks.map(({ mark }) => mark).filter((mark) => !mark.startsWith("[error"));

  const events = await ask(`Name a river. ${together.join(" ")}`);

  expect(new Set(events.map(({ event }) => event))).toEqual(
    new Set(["meta", "ping", "data", "text", "replace_response", "file", "json", "suggested_reply", "done"]),
  );
});

test("an answer with marks is the same each time", async () => {
  expect(await ask("Name a river. [replace] [file] [data]")).toEqual(
    await ask("Name a river. [replace] [file] [data]"),
  );
});
