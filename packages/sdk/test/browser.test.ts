import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InsufficientPointsError, ModelAccess, OptionError, StatusError } from "../src/index.js";
import { relay } from "../src/relay.js";
import { clientOf, exampleOf, failureOf, key, request, streamRequest } from "./stub-service.js";
import { chunkOf, collect, openStream, streamText, wholeStreamOf } from "./stub-streams.js";

const whole = streamText(chunkOf({ content: "7" }, "stop"), "[DONE]");

beforeEach(() => {
  vi.stubGlobal("window", { document: {} });
  vi.stubGlobal("location", { origin: "https://shop.example" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A route as the README shows it, in front of a service; and the requests of the page that it got. */
function routeBefore(service: Parameters<typeof clientOf>[0]) {
  const got: Request[] = [];
  const client = clientOf(service, { dangerouslyAllowBrowser: true });

  async function route(request: Request): Promise<Response> {
    try {
      const call = client.chat.completions.create(await request.json(), { signal: request.signal });
      return relay(await call.asResponse());
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return Response.json(error.body, { status: error.status });
    }
  }

  const page = new ModelAccess({
    apiKey: null,
    baseURL: "/api/models",
    maxRetries: 0,
    fetch: (url, init) => {
      const sent = new Request(url, init);
      got.push(sent.clone());
      return route(sent);
    },
  });
  return { page, got };
}

test("streams to a page through a route that keeps the key", async () => {
  const keys: (string | null)[] = [];
  const { page, got } = routeBefore(async (_url, init) => {
    keys.push(new Headers(init.headers).get("authorization"));
    return wholeStreamOf(whole);
  });

  const stream = await page.chat.completions.create(streamRequest);

  expect((await collect(stream)).length).toBe(1);
  expect(await stream.text()).toBe("7");
  expect(keys).toEqual([`Bearer ${key}`]);
  expect(got.map(({ url, headers }) => [url, headers.get("authorization")])).toEqual([
    ["https://shop.example/api/models/v1/chat/completions", null],
  ]);
});

test("brings a whole reply and a refusal through the same route", async () => {
  const good = routeBefore(async () => Response.json(exampleOf("createChatCompletion", "200")));
  const bad = routeBefore(async () => Response.json(exampleOf("createChatCompletion", "402"), { status: 402 }));

  expect(await good.page.chat.completions.create(request)).toEqual(exampleOf("createChatCompletion", "200"));
  expect(await failureOf(bad.page.chat.completions.create(request))).toBeInstanceOf(InsufficientPointsError);
});

test("cancels the request to the service when the page leaves the stream", async () => {
  const { answer, state } = openStream(streamText(chunkOf({ content: "7" })));
  const { page } = routeBefore(async () => answer);

  for await (const _chunk of await page.chat.completions.create(streamRequest)) break;

  expect(state.isCancelled).toBe(true);
});

test("refuses a key in a page, the client's or a call's", async () => {
  const make = () => new ModelAccess({ apiKey: key, baseURL: "https://api.example" });
  const { page } = routeBefore(async () => new Response());

  expect(make).toThrow(expect.objectContaining({ name: "OptionError", option: "dangerouslyAllowBrowser" }));
  expect(await failureOf(page.models.list({}, { apiKey: key }))).toBeInstanceOf(OptionError);
});

test("takes a path alone for a baseURL nowhere else", () => {
  vi.unstubAllGlobals();

  expect(() => new ModelAccess({ apiKey: null, baseURL: "/api/models" })).toThrow(
    expect.objectContaining({ option: "baseURL" }),
  );
});

test("sends no key from a keyless client, though the environment has one", async () => {
  vi.unstubAllGlobals();
  vi.stubEnv("MODEL_ACCESS_API_KEY", key);
  let sent = new Headers();
  const client = clientOf(
    async (_url, init) => {
      sent = new Headers(init.headers);
      return Response.json(exampleOf("listModels", "200"));
    },
    { apiKey: null },
  );

  await client.models.list();

  expect(sent.has("authorization")).toBe(false);
  vi.unstubAllEnvs();
});
