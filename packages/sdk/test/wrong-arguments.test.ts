// Arguments of another type than the compiler asks for, as programs in JavaScript pass them: a sentence says what to
// write, and never a bare TypeError.
import { expect, test } from "vitest";
import { createClient } from "../src/client.js";
import { ModelAccessError } from "../src/errors/model-access-error.js";
import { getBotResponse, ModelAccess, uploadFile } from "../src/index.js";
import { createPacer, createSpendGuard } from "../src/points/index.js";
import { relay } from "../src/relay.js";
import { chatResponseFormat, parseText } from "../src/structured/index.js";

const options = {
  apiKey: "sk-1",
  baseURL: "https://api.example",
  fetch: async () => Response.json({ id: "video_1", status: "completed" }),
};
const client = new ModelAccess(options);
const junk = [undefined, null, 5, "gateway", []];

// biome-ignore lint/suspicious/noExplicitAny: the arguments are wrong on purpose
const uses: Record<string, (value: any) => unknown> = {
  "new ModelAccess(…)": (value) => new ModelAccess(value),
  "createClient(…)": createClient,
  "client.withOptions(…)": (value) => client.withOptions(value),
  "chat.completions.create(…)": (value) => client.chat.completions.create(value),
  "chat.completions.create({}, …)": (value) => client.chat.completions.create({ model: "m", messages: [] }, value),
  "chat.completions.stream(…)": (value) => client.chat.completions.stream(value).final(),
  "messages.create(…)": (value) => client.messages.create(value),
  "messages.stream(…)": (value) => client.messages.stream(value).final(),
  "responses.create(…)": (value) => client.responses.create(value),
  "responses.stream(…)": (value) => client.responses.stream(value).final(),
  "bots.respond(…)": (value) => client.bots.respond(value).final(),
  "files.upload(…)": (value) => client.files.upload(value),
  "videos.create(…)": (value) => client.videos.create(value),
  "videos.retrieve(…)": (value) => client.videos.retrieve(value),
  "videos.retrieve(id, …)": (value) => client.videos.retrieve("video_1", value),
  "videos.content(…)": (value) => client.videos.content(value),
  "videos.remix(…)": (value) => client.videos.remix(value, { prompt: "Waves" }),
  "videos.remix(id, …)": (value) => client.videos.remix("video_1", value),
  "videos.waitFor(…)": (value) => client.videos.waitFor(value),
  "models.list(…)": (value) => client.models.list(value),
  "models.list({}, …)": (value) => client.models.list({}, value),
  "usage.balance(…)": (value) => client.usage.balance(value),
  "usage.history(…)": (value) => client.usage.history(value),
  "getBotResponse(…)": (value) => getBotResponse(value).final(),
  "getBotResponse({}, …)": (value) => getBotResponse({ bot: "b", messages: [], apiKey: "sk-1" }, value).final(),
  "uploadFile(…)": uploadFile,
  "uploadFile({}, …)": (value) => uploadFile({ url: "https://a.example/b.csv", apiKey: "sk-1" }, value),
  "createPacer(…)": createPacer,
  "createSpendGuard(…)": createSpendGuard,
  "relay(…)": relay,
  "relay(response, …)": (value) => relay(new Response("", { headers: { "content-type": "text/event-stream" } }), value),
  "chatResponseFormat(…)": chatResponseFormat,
  "parseText(text, …)": (value) => parseText("{}", value),
};

test.each(Object.keys(uses))("%s never throws a bare TypeError", async (use) => {
  for (const value of junk) {
    const failure = await (async () => uses[use]?.(value))().then(
      () => undefined,
      (error: unknown) => error,
    );
    const text = `${String(failure)} for ${JSON.stringify(value)}`;
    expect(failure === undefined || failure instanceof ModelAccessError, text).toBe(true);
    expect(text).not.toMatch(/is not (a function|iterable)|Cannot (read|destructure)|\[object Object\]/);
  }
});

test.each(Object.keys(options).concat("allowInsecureHosts", "clock", "middleware", "retryOn", "timeouts", "signal"))(
  "the option %s never throws a bare TypeError",
  (option) => {
    for (const value of [null, 5, "gateway", [5], {}, { now: 5 }]) {
      const given = { ...options, baseURL: "http://gateway.example", allowInsecureHosts: ["gateway.example"] };
      try {
        new ModelAccess({ ...given, [option]: value } as never);
      } catch (error) {
        expect(error, JSON.stringify(value)).toBeInstanceOf(ModelAccessError);
      }
    }
  },
);
