import { expect, test } from "vitest";
import { version } from "../src/index.js";
import { clientAnswering, clientOf, exampleOf, examplesOf, failureOf, request } from "./stub-service.js";

test("sends the body as JSON with the key, asks for JSON, and follows no redirect", async () => {
  const calls: { url: string; init: RequestInit }[] = [];
  const client = clientOf(async (url, init) => {
    calls.push({ url, init });
    return Response.json(exampleOf("createChatCompletion", "200"));
  });

  await client.chat.completions.create(request);

  expect(calls).toHaveLength(1);
  const [{ url, init }] = calls as [(typeof calls)[number]];
  expect(url).toBe("https://api.example/v1/chat/completions");
  expect(init).toMatchObject({ method: "POST", redirect: "manual", body: JSON.stringify(request) });
  expect(Object.fromEntries(new Headers(init.headers))).toEqual({
    accept: "application/json",
    authorization: "Bearer sk-test-0123456789abcdef",
    "content-type": "application/json",
    "user-agent": `model-access-sdk/${version}`,
  });
});

test.each(examplesOf("createChatCompletion", "200"))("gives the reply %s as it came", async (_name, reply) => {
  const client = clientAnswering(JSON.stringify(reply));

  expect(await client.chat.completions.create(request)).toEqual(reply);
});

test("passes on fields and values that the contract does not know", async () => {
  const reply = {
    choices: [{ index: 0, message: { role: "narrator", mood: "calm" }, finish_reason: "tired" }],
    weather: ["rain"],
  };
  const client = clientAnswering(JSON.stringify(reply));

  expect(await client.chat.completions.create(request)).toEqual(reply);
});

test.each([
  "application/json; charset=utf-8",
  "Application/JSON",
  "application/problem+json",
  "application/json, application/json",
])("reads a reply of the media type %s", async (mediaType) => {
  const client = clientAnswering(JSON.stringify(exampleOf("createChatCompletion", "200")), {
    headers: { "content-type": mediaType },
  });

  expect(await client.chat.completions.create(request)).toHaveProperty("choices");
});

test("passes on the complaint about a body that cannot be sent", async () => {
  const client = clientAnswering("{}");
  const circular: Record<string, unknown> = { ...request };
  circular.self = circular;

  // The type forbids it; JavaScript does not.
  expect(await failureOf(client.chat.completions.create(circular as never))).toBeInstanceOf(TypeError);
});
