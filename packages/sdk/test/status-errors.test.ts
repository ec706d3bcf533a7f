import { expect, test } from "vitest";
import {
  BadRequestError,
  InsufficientPointsError,
  InternalError,
  InvalidKeyError,
  InvalidParameterError,
  MissingParameterError,
  ModelAccessError,
  ModelNotFoundError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  StatusError,
  UnavailableError,
} from "../src/index.js";
import { clientAnswering, clientOf, examplesOf, failureOf, request, streamRequest } from "./stub-service.js";
import { endlessBody } from "./stub-streams.js";

const classByExample: Record<string, typeof StatusError> = {
  missingParameter: MissingParameterError,
  invalidParameter: InvalidParameterError,
  modelNotFound: ModelNotFoundError,
  modelNotSupported: BadRequestError,
  invalidJson: BadRequestError,
  invalidApiKey: InvalidKeyError,
  insufficientPoints: InsufficientPointsError,
  permissionDenied: PermissionError,
  notFound: NotFoundError,
  requestTooLarge: StatusError,
  unsupportedMediaType: StatusError,
  rateLimitExceeded: RateLimitError,
  internalError: InternalError,
  serviceUnavailable: UnavailableError,
};
const refusals = ["400", "401", "402", "403", "404", "413", "415", "429", "500", "503"].flatMap((status) =>
  examplesOf("createChatCompletion", status).map(([name, body]) => ({
    name,
    status: Number(status),
    body,
    Class: classByExample[name],
  })),
);

test.each(refusals)(
  "throws the class of $status $name, before a stream is given out too",
  async ({ status, body, Class }) => {
    const client = clientAnswering(body, {
      status,
      headers: { "content-type": "application/json", "x-request-id": "req-7" },
    });

    const { type, code } = (body as { error: { type: string; code: string } }).error;
    for (const ask of [request, streamRequest]) {
      const error = await failureOf(client.chat.completions.create(ask), StatusError);

      expect(error).toBeInstanceOf(ModelAccessError);
      // A class beside the table is as wrong as one above it.
      expect(error.constructor).toBe(Class);
      expect(error).toMatchObject({ name: Class?.name, status, type, code, requestId: "req-7", body });
    }
  },
);

test("says in one sentence what failed, what the service said and what to do", async () => {
  const body = { error: { message: "Rate limit exceeded.", type: "rate_limit_error", code: "rate_limit_exceeded" } };
  const client = clientAnswering(body, { status: 429, headers: { "retry-after": "12" } });

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({
    message: "POST /v1/chat/completions answered 429 rate_limit_error: Rate limit exceeded; retry after 12 s",
    retryAfterMs: 12_000,
  });
});

const novel = { type: "tomorrow", code: "novel" };

test.each([
  ["a number as code", { error: { message: "No", type: "authentication_error", code: 401 } }, { code: 401 }],
  ["no code", { error: { message: "No", type: "authentication_error" } }, { type: "authentication_error" }],
  ["null as code", { error: { message: "No", type: "t", code: null } }, { type: "t" }],
  ["a parameter", { error: { message: "No", type: "t", code: "c", param: "model" } }, { param: "model" }],
  ["an unknown type and code", { error: { message: "No", ...novel } }, novel],
  ["the form of the messages interface", { type: "error", error: { type: "t", message: "No" } }, { type: "t" }],
  ["a bare string", { error: "No" }, {}],
])("reads an error object with %s", async (_what, body, expected) => {
  const client = clientAnswering(body, { status: 401 });

  expect(await failureOf(client.chat.completions.create(request), InvalidKeyError)).toMatchObject({
    message: expect.stringContaining("No; check the API key"),
    ...expected,
  });
});

const noObject = "and no error object";

test.each([
  ["HTML", "<h1>Bad gateway</h1>", "text/html", 502, `text/html ${noObject}; check that baseURL points at the service`],
  ["nothing", null, "", 503, `no media type ${noObject}; try again later`],
  ["cut JSON", '{"error": {"mess', "application/json", 500, `application/json ${noObject}; try again later`],
  ["JSON of another form", '["no"]', "application/json", 418, `application/json ${noObject}`],
])("types a refusal that holds %s", async (_what, body, mediaType, status, message) => {
  const client = clientAnswering(body, { status, headers: mediaType === "" ? {} : { "content-type": mediaType } });

  expect(await failureOf(client.chat.completions.create(request), StatusError)).toMatchObject({
    status,
    message: expect.stringContaining(`answered ${status} with ${message}`),
  });
});

test.each(["constructor", "toString", "__proto__"])(
  "gives the unknown code %s of a 400 the class of its status",
  async (code) => {
    const client = clientAnswering({ error: { message: "No", type: "t", code } }, { status: 400 });

    expect((await failureOf(client.chat.completions.create(request)))?.constructor).toBe(BadRequestError);
  },
);

test("gives a status that the contract does not list the general class", async () => {
  const client = clientAnswering('{"error":{"message":"Overloaded","type":"overloaded_error"}}', { status: 529 });

  const error = await failureOf(client.chat.completions.create(request));

  expect(error?.constructor).toBe(StatusError);
  expect(error).toMatchObject({ status: 529, type: "overloaded_error" });
});

test("does not follow a redirect, and says where it points", async () => {
  const client = clientAnswering(null, {
    status: 307,
    headers: { location: "https://elsewhere.example/v1/chat/completions?token=1" },
  });

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({
    status: 307,
    message:
      "POST /v1/chat/completions answered 307 and points to https://elsewhere.example; redirects are not followed, so set baseURL to the address that answers",
  });
});

test("takes no 304 for a redirect", async () => {
  const client = clientOf(async () => new Response(null, { status: 304 }));

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({
    status: 304,
    message: expect.stringContaining("no error object; check that baseURL points at the service"),
  });
});

test("shows the status in what is printed, and the body only when it is asked for", async () => {
  const client = clientAnswering('{"error":{"message":"No","type":"t","code":"c","metadata":{"raw":"the prompt"}}}', {
    status: 403,
  });

  const error = (await failureOf(client.chat.completions.create(request))) as StatusError;

  expect(JSON.parse(JSON.stringify(error))).toEqual({
    status: 403,
    type: "t",
    code: "c",
    mayHaveBeenProcessed: "no",
  });
  expect(error.body).toEqual({ error: { message: "No", type: "t", code: "c", metadata: { raw: "the prompt" } } });
});

test("reads no refusal without end", async () => {
  const { body, state } = endlessBody("no ".repeat(100_000));
  const init = { status: 500, headers: { "content-type": "text/html" } };

  await failureOf(clientOf(async () => new Response(body, init)).models.list(), InternalError);

  expect(state.isCancelled).toBe(true);
  expect(state.pulls).toBeLessThan(10);
});

test.each([
  ...[400, 401, 402, 429, 307].map((status) => [status, "no"] as const),
  ...[408, 500, 503, 529].map((status) => [status, "maybe"] as const),
])("says of a %i that the request was processed: %s", async (status, mayHaveBeenProcessed) => {
  const client = clientAnswering("{}", { status });

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({ mayHaveBeenProcessed });
});
