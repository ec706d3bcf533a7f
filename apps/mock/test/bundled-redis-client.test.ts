import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const built = new URL("../dist/redis/", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, built), "utf8");

test("the Redis client is loaded from one file", async () => {
  const { createClient } = await import(new URL("client.js", built).href);

  expect(createClient({ url: "redis://127.0.0.1:1/0" }).isOpen).toBe(false);
  expect(read("connect.js")).not.toContain("@redis/client");
});

test("it is listed, with its terms", () => {
  const [url = "", ...others] = JSON.parse(read("client.packages.json")) as string[];

  expect(others).toEqual([]);
  expect(url).toMatch(/^pkg:npm\/%40redis\/client@\d/);
  expect(read("client.licenses.txt")).toMatch(/^@redis\/client [\d.]+: MIT\n[\s\S]*Copyright \(c\) [\d-]+, Redis/);
});
