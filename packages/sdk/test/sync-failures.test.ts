import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import * as sdk from "../src/index.js";
import { toError, toFailure } from "../src/sync/failure.js";
import { key } from "./stub-service.js";

const partial = { text: "The Danube", suggestedReplies: [] };
const shared = { requestId: "req-1", type: "some_error", code: "some_code", mayHaveBeenProcessed: "maybe" } as const;
const { VideoFailedError: _, ...classes } = sdk;
const statusClasses = Object.values(classes).filter(
  (value) => value === sdk.StatusError || Object.prototype.isPrototypeOf.call(sdk.StatusError, value),
) as (typeof sdk.StatusError)[];
const errors: Error[] = [
  new sdk.ModelAccessError("It failed", shared),
  new sdk.OptionError("baseURL", "baseURL is wrong", shared),
  new sdk.ConnectionError("It was lost", { ...shared, reason: "lost" }),
  hiding(new sdk.AbortError("It was ended", shared)),
  hiding(new sdk.TimeoutError("It took too long", { ...shared, phase: "betweenContents", timeoutMs: 500 })),
  new sdk.ResponseFormatError("It is no JSON", { ...shared, status: 200, excerpt: "<html>" }),
  new sdk.StreamError("It broke", { ...shared, status: 200, partial }),
  new sdk.StreamIncompleteError("It was cut", { ...shared, partial }),
  new sdk.BotError("It gave up", { ...shared, partial, allowRetry: false }),
  ...statusClasses.map(
    (Class) =>
      new Class("It was refused", {
        ...shared,
        status: 418,
        param: "messages",
        retryAfterMs: 1500,
        body: { error: { message: "Later", details: [1, null] } },
      }),
  ),
];

test("knows every error that a call throws", () => {
  const isErrorClass = (value: unknown): value is new () => Error =>
    value === sdk.ModelAccessError || Object.prototype.isPrototypeOf.call(sdk.ModelAccessError, value as object);

  const known = new Set(errors.map((error) => error.constructor));

  expect(Object.values(classes).filter((value) => isErrorClass(value) && !known.has(value))).toEqual([]);
});

test.each(errors.map((error) => [error.name, error] as const))(
  "%s is in the caller's thread what it was",
  (_name, error) => {
    const crossed = sent(error);

    expect(crossed.constructor).toBe(error.constructor);
    expect(factsOf(crossed)).toEqual(factsOf(error));
    // What is not printed there is not printed here.
    expect(Object.keys(crossed).sort()).toEqual(Object.keys(error).sort());
    expect(inspect(crossed)).not.toMatch(/The Danube|<html>|Later/);
  },
);

test("an error keeps its causes, their classes and codes", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), {
    code: "ECONNREFUSED",
    socket: () => {},
  });
  const cause = new TypeError("fetch failed", { cause: refused });

  const crossed = sent(new sdk.ConnectionError("No answer", { reason: "connect", cause }));

  expect(crossed.cause).toBeInstanceOf(TypeError);
  expect(crossed.cause).toMatchObject({
    message: "fetch failed",
    cause: { message: refused.message, code: "ECONNREFUSED" },
  });
});

test("a cause that is an error of the SDK keeps its class, and one of the platform is none of them", () => {
  const ours = new sdk.RateLimitError("Later", { status: 429, retryAfterMs: 10 });
  const theirs = new DOMException("This operation was aborted", "AbortError");

  const [own, other] = [ours, theirs].map(
    (cause) => sent(new sdk.StreamIncompleteError("It was cut", { partial: undefined, cause })).cause,
  );

  expect(own).toBeInstanceOf(sdk.RateLimitError);
  expect(own).toMatchObject({ retryAfterMs: 10 });
  expect(other).not.toBeInstanceOf(sdk.ModelAccessError);
  expect(other).toMatchObject({ name: "AbortError", message: "This operation was aborted" });
});

const round = new Error("first");
round.cause = new Error("second", { cause: round });
const odd = Object.assign(new Error("It broke"), { name: "OddError", code: 7, handle: () => {} });
const foreign = runInNewContext('new TypeError("fetch failed", { cause: new Error("no route") })');

test.each<[string, unknown, new () => Error, object]>([
  ["an error whose causes refer to each other", round, Error, { message: "first" }],
  ["an error of the language", new RangeError("Too long"), RangeError, { message: "Too long" }],
  ["an error of somebody else", odd, Error, { name: "OddError", message: "It broke", code: 7 }],
  ["an error of another realm", foreign, TypeError, { message: "fetch failed", cause: { message: "no route" } }],
  ["a text", "thrown as a string", Error, { name: "Error", message: "thrown as a string" }],
  // What is in it is not shown.
  ["an object", { apiKey: key }, Error, { name: "Error", message: "[object Object]" }],
])("%s keeps its class, name and message", (_what, thrown, Class, expected) => {
  expect(sent(thrown)).toBeInstanceOf(Class);
  expect(sent(thrown)).toMatchObject(expected);
});

/** An error with what its stream had brought, as a stream adds it. */
function hiding<Kind extends Error>(error: Kind): Kind {
  return Object.defineProperty(error, "partial", { value: partial });
}

/** The error as it comes out in the other thread. */
function sent(error: unknown): Error {
  return toError(structuredClone(toFailure(error)));
}

function factsOf(error: Error): Record<string, unknown> {
  const { partial, body, excerpt, option } = error as Error & Record<string, unknown>;
  return { ...error, name: error.name, message: error.message, partial, body, excerpt, option };
}
