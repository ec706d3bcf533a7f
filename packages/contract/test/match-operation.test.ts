import { expect, test } from "vitest";
import { matchOperation, mediaTypeIn, operations } from "../src/index.ts";

test("finds every operation by its method and path", () => {
  for (const { operationId, method, path } of Object.values(operations)) {
    const filled = path.replaceAll(/\{(.+?)\}/g, "some%20id");
    expect(matchOperation(method.toLowerCase(), filled).operationId).toBe(operationId);
  }
});

test("decodes the parameters of a path", () => {
  expect(matchOperation("POST", "/bot/Web%2FSearch%20%C3%A9").parameters).toEqual({ bot_name: "Web/Search é" });
});

test("prefers a path without parameters to a template", () => {
  expect(matchOperation("POST", "/v1/videos/extensions").operationId).toBe("extendVideo");
  expect(matchOperation("GET", "/v1/videos/extensions")).toEqual({
    operationId: undefined,
    parameters: {},
    allowed: ["POST"],
  });
});

test("lists the methods of a path", () => {
  expect(matchOperation("DELETE", "/v1/videos/video_1").allowed).toEqual(["GET"]);
  expect(matchOperation("GET", "/v2/models").allowed).toEqual([]);
});

test.each(["/bot/", "/bot/%E0%A4%A", "/v1/models/", "/bot/a/b", "v1/models", ""])(
  "knows no operation at %j",
  (path) => {
    expect(matchOperation("GET", path).allowed).toEqual([]);
    expect(matchOperation("POST", path).operationId).toBeUndefined();
  },
);

test.each([
  ["Application/JSON; charset=utf-8", "application/json"],
  ["application/json", "application/json"],
  ["video/mp4", "video/*"],
  ["text/html", undefined],
  ["", undefined],
  [undefined, undefined],
])("chooses the media type of the Content-Type %j", (contentType, expected) => {
  expect(mediaTypeIn({ "application/json": 1, "video/*": 2 }, contentType)).toBe(expected);
});
