// @module-tag socket
import { expect, test, vi } from "vitest";
// The built files, because a worker loads its file by itself.
import { BotError } from "../dist/bots.js";
import {
  type ClientOptions,
  ConnectionError,
  InvalidKeyError,
  ModelAccessError,
  OptionError,
  ResponseFormatError,
  StreamIncompleteError,
} from "../dist/index.js";
import { getBotResponseSync, uploadFileSync } from "../dist/sync.js";
import { key, printed, thrownBy } from "./stub-service.js";
import { useServer } from "./sync-server.js";

const messages = [{ role: "user", content: "Name three European rivers." }];
const { baseURL, closed } = useServer();

/** Asks a bot of the service. */
const ask = (bot: string, { apiKey = key, ...options }: ClientOptions & { apiKey?: string } = {}) =>
  getBotResponseSync({ bot, messages, apiKey }, { baseURL: baseURL(), ...options });

test("gives the pieces of an answer to a plain loop", () => {
  const texts: string[] = [];

  for (const { text } of ask("botStreamText")) texts.push(text);

  expect(texts).toEqual(["", "The Danube", ", the Rhine", " and the Loire."]);
});

test("gives nothing after the end", () => {
  const pieces = ask("botStreamText");

  expect([...pieces]).toHaveLength(4);
  expect(pieces.next()).toEqual({ done: true, value: undefined });
});

test("ends the request when the loop is left", () => {
  const before = Atomics.load(closed, 0);

  for (const { text } of ask("endless")) {
    if (text !== "") break;
  }

  expect(Atomics.wait(closed, 0, before, 280_000)).not.toBe("timed-out");
});

const wrongKey = "sk-test-wrong-9876543210";
const busy = { allowRetry: false, type: "user_message_too_long", partial: { text: "The Danube" } };
const lost = { reason: "connect", mayHaveBeenProcessed: "no", cause: { name: "TypeError", message: "fetch failed" } };
const nowhere = { baseURL: "http://127.0.0.1:1", maxRetries: 0 };

test.each<[string, string, Parameters<typeof ask>[1], new (...args: never[]) => Error, object]>([
  ["a bot that fails", "botStreamError", {}, BotError, busy],
  [
    "a stream that is cut",
    "cut",
    {},
    StreamIncompleteError,
    { partial: { text: "The Danube, the Rhine and the Loire." } },
  ],
  ["a refusal", "botStreamText", { apiKey: wrongKey }, InvalidKeyError, { status: 401, requestId: "req-1" }],
  ["a wrong option", "botStreamText", { baseURL: "http://api.example" }, OptionError, { option: "baseURL" }],
  ["an answer that is HTML", "page", {}, ResponseFormatError, { excerpt: "<p>Bearer [key]</p>", status: 200 }],
  ["a service that can't be reached", "any", nowhere, ConnectionError, lost],
])(
  "throws the error of %s with its class and what it knows, and without the key",
  (_what, bot, options, Class, fields) => {
    const pieces = ask(bot, options);

    const failure = thrownBy(() => [...pieces]);

    expect(failure).toBeInstanceOf(Class);
    expect(failure).toMatchObject(fields);
    for (const secret of [key, wrongKey]) expect(printed(failure) + printed(pieces)).not.toContain(secret);
  },
);

test("takes Headers as the default headers, as its type says", () => {
  const defaultHeaders = new Headers({ "x-team": "numbers" });

  expect([...ask("botStreamText", { defaultHeaders })]).toHaveLength(4);
});

test("refuses a function, which can't go to another thread, and does not show its code", () => {
  const apiKey = (() => "sk-in-the-code") as unknown as string;

  const failure = thrownBy(() => ask("botStreamText", { apiKey }));

  expect(failure).toBeInstanceOf(OptionError);
  expect(failure).toMatchObject({ message: "No function can go to another thread; use getBotResponse with it." });
  expect(printed(failure)).not.toContain("sk-in-the-code");
});

test("uploads a file", () => {
  const file = new TextEncoder().encode("month,points");

  expect(uploadFileSync({ file, name: "sales.csv", apiKey: key }, { baseURL: baseURL() })).toEqual({
    url: "https://files.example/a/sales.csv",
    content_type: "multipart/form-data",
    name: "sales.csv",
    size: 12,
  });
});

test("uploads a File by its own name", () => {
  const file = new File(["month,points"], "points.csv");

  expect(uploadFileSync({ file, apiKey: key }, { baseURL: baseURL() })).toMatchObject({ name: "points.csv", size: 12 });
});

test("refuses an upload that is none before a thread is begun", () => {
  // @ts-expect-error it takes either of them
  expect(thrownBy(() => uploadFileSync({ apiKey: key }, { baseURL: baseURL() }))).toBeInstanceOf(OptionError);
});

test("says what to use where there are no threads to wait for", () => {
  vi.stubGlobal("Deno", {});

  const failure = thrownBy(() => ask("botStreamText"));

  vi.unstubAllGlobals();
  expect(failure).toBeInstanceOf(ModelAccessError);
  expect(failure).toMatchObject({ message: expect.stringMatching(/needs Node 22\.3 or later; use getBotResponse$/) });
});

test("says what to use where the platform refuses the modules of Node", () => {
  vi.spyOn(process, "getBuiltinModule").mockImplementation(() => {
    throw new Error("A Node.js API is used which is not supported in the Edge Runtime.");
  });

  const failure = thrownBy(() =>
    uploadFileSync({ url: "https://files.example/a", apiKey: key }, { baseURL: baseURL() }),
  );

  vi.restoreAllMocks();
  expect(failure).toBeInstanceOf(ModelAccessError);
  expect(failure).toMatchObject({ message: expect.stringMatching(/needs Node 22\.3 or later; use uploadFile$/) });
});
