import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readKeys } from "../src/keys/read-keys.js";

const folder = mkdtempSync(join(tmpdir(), "contract-keys-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("takes the keys from the environment, and leaves out those that are empty", () => {
  const environment = {
    MODEL_ACCESS_API_KEY: " sk-own\n",
    MODEL_ACCESS_API_KEY_NO_PERMISSION: "sk-1",
    MODEL_ACCESS_API_KEY_NO_POINTS: "sk-2",
    MODEL_ACCESS_API_KEY_REVOKED: "sk-3",
    MODEL_ACCESS_API_KEY_LOW_LIMIT: "",
  };

  expect(readKeys({ environment })).toEqual({
    apiKey: "sk-own",
    noPermission: "sk-1",
    noPoints: "sk-2",
    revoked: "sk-3",
  });
});

test("takes the key from a file before the environment", () => {
  const keyFile = join(folder, "key");
  writeFileSync(keyFile, "sk-file\n", { mode: 0o600 });

  expect(readKeys({ keyFile, environment: { MODEL_ACCESS_API_KEY: "sk-own" } })).toEqual({ apiKey: "sk-file" });
});

test.skipIf(process.platform === "win32")(
  "takes no key from a file that others can read (by its mode, which Windows does not keep)",
  () => {
    const keyFile = join(folder, "open-key");
    writeFileSync(keyFile, "sk-file\n");
    chmodSync(keyFile, 0o644);

    expect(() => readKeys({ keyFile, environment: {} })).toThrow(
      `Others can read the key file ${keyFile}; run chmod 600 on it.`,
    );
  },
);

test("refuses a folder in the place of a key file", () => {
  expect(() => readKeys({ keyFile: folder, environment: {} })).toThrow(`The key file ${folder} is a folder.`);
});

test.each([
  ["no key", {}, undefined, "There is no API key; set MODEL_ACCESS_API_KEY or give --key-file FILE."],
  [
    "a key with a line break",
    { MODEL_ACCESS_API_KEY: "sk\nx" },
    undefined,
    "The key in MODEL_ACCESS_API_KEY has a space",
  ],
  [
    "another key with a space",
    { MODEL_ACCESS_API_KEY: "sk", MODEL_ACCESS_API_KEY_REVOKED: "s k" },
    undefined,
    "The key in MODEL_ACCESS_API_KEY_REVOKED has a space",
  ],
  [
    "one key for two purposes",
    { MODEL_ACCESS_API_KEY: "sk-x", MODEL_ACCESS_API_KEY_REVOKED: "sk-x" },
    undefined,
    "MODEL_ACCESS_API_KEY_REVOKED holds the same key as MODEL_ACCESS_API_KEY; give a key of its kind or none.",
  ],
  ["a key file that is not there", {}, "/nowhere/key", "There is no key file /nowhere/key."],
])("refuses %s, in one sentence, without the key", (_title, environment, keyFile, message) => {
  expect(() => readKeys({ keyFile, environment })).toThrow(message);
});
