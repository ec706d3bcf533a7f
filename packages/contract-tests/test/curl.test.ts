// @module-tag socket
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { createCleaner } from "../src/report/clean.js";
import { curlOf } from "../src/report/curl.js";
import type { WireRequest } from "../src/wire/wire.js";

const keys = { apiKey: "sk-own-0123456789", lowLimit: "sk-own-0123456789-low", revoked: "sk-'$(id)`id`\"\\" };

/** Runs a line in a POSIX shell, on systems that have one. */
const inShell = test.skipIf(process.platform === "win32");

inShell.each([
  ["quotes and substitutions", `'; touch x; '$(id) \`id\` "$HOME" \\' !! \${IFS} *`],
  ["what begins like an option", "--output /tmp/x"],
  ["what begins like a file name", "@/etc/passwd"],
  ["a line break", "a\nb"],
])("leaves a POSIX shell (none on Windows) nothing but words: %s", (_title, text) => {
  const request = { method: "POST", url: `https://h.example/v1/${text}`, headers: { "x-a": text }, body: text };

  expect(wordsOf(curlOf(request, keys))).toEqual([
    "-sS",
    "-i",
    "--globoff",
    "-X",
    "POST",
    request.url,
    "-H",
    `x-a: ${text}`,
    "--data-raw",
    text,
  ]);
});

inShell.each([
  ["in a header", { headers: { authorization: "Bearer sk-own-0123456789" } }],
  ["that begins with another", { headers: { authorization: "bearer sk-own-0123456789-low" } }],
  ["with quotes in it", { headers: { "x-api-key": keys.revoked } }],
  ["in the address", { url: "https://h.example/v1/models?key=sk-own-0123456789&x=1" }],
  ["in the body", { body: `{"user":"${keys.apiKey}"}` }],
])("names a key %s by its variable, which gives it back in a POSIX shell (none on Windows)", (_title, part) => {
  const request: WireRequest = { method: "GET", url: "https://h.example", headers: {}, ...part };
  const line = curlOf(request, keys);

  for (const key of Object.values(keys)) expect(line).not.toContain(key);
  expect(wordsOf(line)).toEqual(
    expect.arrayContaining([request.url, ...Object.entries(request.headers).map((header) => header.join(": "))]),
  );
  expect(wordsOf(line).at(-1)).toBe(request.body ?? wordsOf(line).at(-1));
});

test("sends a header that is empty, and a HEAD without waiting for a body", () => {
  const line = curlOf({ method: "HEAD", url: "https://h.example/", headers: { authorization: "" } }, keys);

  expect(line).toBe("curl -sS -i --globoff --head 'https://h.example/' -H 'authorization;'");
});

inShell(
  "is never cut in the middle of a word of a POSIX shell (none on Windows), and leaves out a body that is very long",
  () => {
    const request = (size: number) => ({
      method: "POST",
      url: "https://h.example/",
      headers: {},
      body: "x".repeat(size),
    });
    const clean = createCleaner(keys.apiKey);

    expect(wordsOf(clean(curlOf(request(7_000), keys), 16_000)).at(-1)).toBe("x".repeat(7_000));
    expect(curlOf(request(9_000), keys)).toMatch(/ --data-binary @body # the body is in the journal of the run$/);
  },
);

inShell(
  "writes a key with another last character so that a POSIX shell (none on Windows) makes it of the variable",
  () => {
    const request = { method: "GET", url: "https://h.example", headers: { authorization: "Bearer sk-own-012345678x" } };
    const line = curlOf(request, keys);

    expect(line).not.toContain("012345678");
    expect(wordsOf(line).at(-1)).toBe("authorization: Bearer sk-own-012345678x");
  },
);

/** The arguments that a shell hands to curl. */
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; ${line}`;
  const env = {
    MODEL_ACCESS_API_KEY: keys.apiKey,
    MODEL_ACCESS_API_KEY_LOW_LIMIT: keys.lowLimit,
    MODEL_ACCESS_API_KEY_REVOKED: keys.revoked,
  };
  return execFileSync("/bin/sh", ["-c", script], { encoding: "utf8", env }).split("\0").slice(0, -1);
}
