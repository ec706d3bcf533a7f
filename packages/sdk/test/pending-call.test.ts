import { expect, test } from "vitest";
import { InvalidKeyError, ModelAccessError } from "../src/index.js";
import {
  clientAnswering,
  clientOf,
  exampleOf,
  failureOf,
  request,
  streamRequest,
  unhandledIn,
} from "./stub-service.js";
import { openStream } from "./stub-streams.js";

const headers = { "x-request-id": "req-3", "content-type": "application/json" };
const reply = exampleOf("createChatCompletion", "200");
const answering = () => clientOf(async () => new Response(JSON.stringify(reply), { headers }));
const refusing = () => clientOf(async () => Response.json({}, { status: 401 }));

test("gives the result with its answer, and the answer unread", async () => {
  const { data, response, requestId } = await answering().chat.completions.create(request).withResponse();
  const unread = await answering().chat.completions.create(request).asResponse();

  expect(data).toEqual(reply);
  expect(requestId).toBe("req-3");
  for (const { headers } of [response, unread]) expect(headers.get("x-request-id")).toBe("req-3");
  expect(await unread.json()).toEqual(reply);
});

test("throws a refusal from each of the three", async () => {
  const make = () => refusing().chat.completions.create(request);

  for (const call of [make(), make().withResponse(), make().asResponse()])
    expect(await failureOf<unknown>(call)).toBeInstanceOf(InvalidKeyError);
});

test("makes one request, whatever it is asked for", async () => {
  let calls = 0;
  const client = clientOf(async () => {
    calls++;
    return new Response(JSON.stringify(reply), { headers });
  });

  const call = client.chat.completions.create(request);
  await Promise.all([call, call.withResponse(), call]);

  expect(calls).toBe(1);
});

test("gives the answer after the result too, its body read", async () => {
  const call = answering().chat.completions.create(request);
  await call;

  const response = await call.asResponse();

  expect(response.headers.get("x-request-id")).toBe("req-3");
  expect(response.bodyUsed).toBe(true);
});

test("gives the same answer whenever it is asked for, and refuses the result after it", async () => {
  const call = answering().chat.completions.create(request);

  const response = await call.asResponse();

  expect(await call.asResponse()).toBe(response);
  const failure = await failureOf(call);
  expect(failure).toBeInstanceOf(ModelAccessError);
  expect(failure).toMatchObject({ message: expect.stringContaining("asResponse()") });
});

test("ends the body of an answer that was taken when the signal aborts", async () => {
  const controller = new AbortController();
  const { answer, state } = openStream("data: 1\n\n");
  const client = clientOf(async () => answer);
  const call = client.chat.completions.create(streamRequest, { signal: controller.signal });
  const reading = failureOf((await call.asResponse()).text());

  controller.abort("enough");

  expect(await reading).toBe("enough");
  expect(state.isCancelled).toBe(true);
});

test("gives a reply that the client adds to, and the answer without it", async () => {
  const { responses } = clientAnswering({ output: [] });
  const body = { model: "GPT-5.2", input: "Hello" };

  const { data, response } = await responses.create(body).withResponse();

  expect(data.output_text).toBe("");
  expect(response.status).toBe(200);
  expect(await (await responses.create(body).asResponse()).json()).toEqual({ output: [] });
});

test("gives a refusal of the answer to nobody else", async () => {
  const asking = () => failureOf(refusing().responses.create({ model: "GPT-5.2", input: "Hello" }).asResponse());

  expect(await unhandledIn(asking)).toEqual([]);
});
