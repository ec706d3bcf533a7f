import { expect, test } from "vitest";
import { OptionError, resolveBaseURL } from "../src/index.js";
import { clientOf, exampleOf } from "./stub-service.js";

test.each([
  ["https://api.example", "https://api.example"],
  ["https://api.example/", "https://api.example"],
  ["https://api.example/v1", "https://api.example"],
  ["https://api.example/v1/", "https://api.example"],
  ["https://api.example//", "https://api.example"],
  ["https://api.example/gateway", "https://api.example/gateway"],
  ["https://api.example/gateway/v1", "https://api.example/gateway"],
  ["https://api.example/gateway/v1/", "https://api.example/gateway"],
  ["https://api.example/v1/gateway/v1", "https://api.example/v1/gateway"],
  ["https://api.example/v12", "https://api.example/v12"],
  [" HTTPS://API.example:8443/v1 ", "https://api.example:8443"],
  ["http://127.0.0.1:4010/v1", "http://127.0.0.1:4010"],
  // What people copy from a curl line.
  ["https://api.example/v1/chat/completions", "https://api.example"],
  ["https://api.example/gateway/v1/messages/", "https://api.example/gateway"],
  ["https://api.example/messages", "https://api.example/messages"],
])("reads %s as %s", (input, root) => {
  expect(resolveBaseURL(input)).toBe(root);
});

test.each(["", "api.example/v1", "ftp://api.example", "https://", "/v1"])(
  "refuses %j, which is no http(s) URL",
  (input) => {
    expect(() => resolveBaseURL(input)).toThrow(OptionError);
  },
);

test("does not repeat a password that a base URL holds", () => {
  const attempt = () => resolveBaseURL("https://user:hunter2@api.example/v1");

  expect(attempt).toThrow(/user name/);
  expect(attempt).not.toThrow(/hunter2/);
});

test.each([
  ["https://api.example", "https://api.example/v1/models"],
  ["https://api.example/v1/", "https://api.example/v1/models"],
  ["https://api.example/gateway/v1", "https://api.example/gateway/v1/models"],
])("calls %s at the path of the contract", async (baseURL, expected) => {
  const urls: string[] = [];
  const client = clientOf(
    async (url) => {
      urls.push(url);
      return Response.json(exampleOf("listModels", "200"));
    },
    { baseURL },
  );

  await client.models.list();

  expect(urls).toEqual([expected]);
});
