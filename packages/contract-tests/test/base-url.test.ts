import { expect, test } from "vitest";
import { isLoopback, rootOf } from "../src/base-url.js";

test.each([
  ["https://api.example.com", "https://api.example.com"],
  ["https://api.example.com/", "https://api.example.com"],
  ["https://api.example.com/v1", "https://api.example.com"],
  ["https://api.example.com/v1/", "https://api.example.com"],
  ["https://api.example.com//v1//", "https://api.example.com"],
  ["https://example.com/gateway/v1", "https://example.com/gateway"],
  ["https://example.com/gateway/", "https://example.com/gateway"],
  ["https://example.com/v1/gateway", "https://example.com/v1/gateway"],
  ["http://127.0.0.1:4010", "http://127.0.0.1:4010"],
])("the root of %s is %s", (baseURL, root) => {
  expect(rootOf(baseURL)).toBe(root);
});

test.each(["", "api.example.com", "ftp://example.com", "https://me:secret@example.com", "https://example.com?key=1"])(
  "refuses %j as a base URL, without quoting it",
  (baseURL) => {
    expect(() => rootOf(baseURL)).toThrow(/^The base URL /);
    expect(() => rootOf(baseURL)).not.toThrow(/secret|key=1/);
  },
);

test("knows the addresses that never leave the machine", () => {
  const addresses = [
    "http://localhost:1",
    "http://mock.localhost",
    "http://127.0.0.2",
    "http://[::1]:80",
    "http://10.0.0.1",
    "http://127.example.com",
  ];

  expect(addresses.map(isLoopback)).toEqual([true, true, true, true, false, false]);
});
