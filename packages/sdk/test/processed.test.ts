import { expect, test } from "vitest";
import { ConnectionError, type Middleware, ModelAccess, OptionError } from "../src/index.js";
import { clientAnswering, clientOf, exampleOf, failureOf, key, request } from "./stub-service.js";

/** A `fetch` that refuses what the platform's refuses before it sends anything. */
const carefulFetch = async (_url: string, init: RequestInit) => {
  new Headers(init.headers);
  return Response.json(exampleOf("createMessage", "200"));
};

function setting(name: string, value: string): Middleware {
  return (attempt, next) => {
    attempt.setHeader(name, value);
    return next();
  };
}

test.each([
  ["a version with a line break", "anthropic-version", [], { version: "2023\nx: 1" }],
  ["a beta with an arrow", "anthropic-beta", [], { betas: ["one→two"] }],
  ["a middleware's value", "x-team", [setting("X-Team", "numbers →")], {}],
  ["a middleware's name", "x team", [setting("X Team", "numbers")], {}],
])("names the header that cannot be sent: %s", async (_what, option, middleware, options) => {
  const client = clientOf(carefulFetch, { middleware, maxRetries: 2, retryOn: ["connect"] });

  expect(await failureOf(client.messages.create({ ...request, max_tokens: 9 }, options), OptionError)).toMatchObject({
    option,
    message: `POST /v1/messages was not sent, because no header can carry its "${option}".`,
    mayHaveBeenProcessed: "no",
  });
});

const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { syscall: "connect" });

test.each([
  ["the syscall of Node", Object.assign(new Error("connect ETIMEDOUT"), { syscall: "connect", code: "ETIMEDOUT" })],
  ["a name that is not found", { code: "ENOTFOUND" }],
  ["undici's own limit", { code: "UND_ERR_CONNECT_TIMEOUT" }],
  ["all addresses of a host", new AggregateError([refused(), refused()])],
  ["Bun", { code: "ConnectionRefused" }],
  ["Deno", new TypeError("error sending request: client error (Connect): tcp connect error")],
  ["a certificate that nobody signed", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }],
  ["a certificate of an unknown authority", { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }],
  ["a certificate that has run out", { code: "CERT_HAS_EXPIRED" }],
  ["a certificate of another host", { code: "ERR_TLS_CERT_ALTNAME_INVALID" }],
  ["a service that does not speak TLS", { code: "ERR_SSL_WRONG_VERSION_NUMBER" }],
  [
    "a handshake that was cut off",
    { code: "ECONNRESET", message: "Client network socket disconnected before secure TLS connection was established" },
  ],
])("knows a failure to connect by %s", async (_how, given) => {
  const cause = given instanceof Error ? given : Object.assign(new Error("It failed"), given);
  const client = clientOf(async () => {
    throw new TypeError("fetch failed", { cause });
  });

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({
    name: "ConnectionError",
    reason: "connect",
    mayHaveBeenProcessed: "no",
  });
});

test("knows that nothing was sent to a port that no fetch calls", async () => {
  const client = new ModelAccess({ apiKey: key, baseURL: "http://127.0.0.1:6000", maxRetries: 0 });

  expect(await failureOf(client.models.list(), ConnectionError)).toMatchObject({
    reason: "connect",
    mayHaveBeenProcessed: "no",
  });
});

test.each([
  ["an empty body", "", "application/json", "yes"],
  ["a page of a proxy", "<p>", "text/html", "maybe"],
])("says of a success with %s that the request was processed", async (_what, body, mediaType, mayHaveBeenProcessed) => {
  const client = clientAnswering(body, { headers: { "content-type": mediaType } });

  expect(await failureOf(client.chat.completions.create(request))).toMatchObject({
    name: "ResponseFormatError",
    mayHaveBeenProcessed,
  });
});
