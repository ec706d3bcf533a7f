// @module-tag socket
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { key } from "./stub-service.js";
import { useServer } from "./sync-server.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const { folder, baseURL } = useServer();

// A program that goes on after its call has failed, for as long as the thread can still report something.
const program = `
import { threads } from "./preload.cjs";
import { getBotResponseSync, uploadFileSync } from "@model-access/sdk/sync";
const options = { baseURL: process.env.SERVER };
const query = { bot: "botStreamText", messages: [], apiKey: "${key}" };
const texts = [];
try {
  await run();
} catch (error) {
  const { name, message, mayHaveBeenProcessed } = error;
  const ends = threads.map((thread) => new Promise((resolve) => { thread.ref(); thread.once("exit", resolve); }));
  await Promise.all(ends);
  console.log(JSON.stringify({ name, message, mayHaveBeenProcessed, texts }));
}
`;
const loop = "for (const { text } of getBotResponseSync(query, options)) texts.push(text);";
const died = "The worker thread of the call died";

test.each([
  ["fails while it loads", 'throw new Error("not here");'],
  ["ends while it loads", "process.exit(7);"],
])("throws when the thread %s", async (_what, inThread) => {
  const ending = await endingOf({ inThread, run: loop });

  expect(ending).toEqual({
    name: "ModelAccessError",
    message: `${died}; use getBotResponse`,
    mayHaveBeenProcessed: "no",
    texts: [],
  });
});

test.each([
  ["ends", "process.exit(0);", died],
  ["fails", 'throw Object.assign(new TypeError("lost"), { code: "E_LOST" });', `${died} (TypeError, E_LOST)`],
  ["runs out of memory", "for (const all = []; ; ) all.push(new Array(100_000).fill(1.5));", died],
])("throws when the thread %s after the request went out", async (_what, code, message) => {
  const inThread = `globalThis.fetch = () => new Promise(() => { setImmediate(() => { ${code} }); });`;

  const ending = await endingOf({ inThread, run: loop, flags: ["--max-old-space-size=64"] });

  expect(ending).toEqual({
    name: "ModelAccessError",
    message: `${message}; use getBotResponse`,
    mayHaveBeenProcessed: "maybe",
    texts: [],
  });
});

test("throws when an upload's thread ends", async () => {
  const inThread = "globalThis.fetch = () => process.exit(0);";

  const ending = await endingOf({
    inThread,
    run: 'uploadFileSync({ url: "https://files.example/a", ...query }, options)',
  });

  expect(ending).toMatchObject({ message: `${died}; use uploadFile`, mayHaveBeenProcessed: "maybe" });
});

test("throws when the thread is killed between two pieces", async () => {
  const run = `
    const pieces = getBotResponseSync(query, options);
    texts.push(pieces.next().value.text);
    await threads.pop().terminate();
    pieces.next();
  `;

  const ending = await endingOf({ run });

  expect(ending).toMatchObject({ message: `${died}; use getBotResponse`, mayHaveBeenProcessed: "yes", texts: [""] });
});

test("throws when no thread may begin", async () => {
  const inMain =
    'throw Object.assign(new Error("Access to this API has been restricted"), { code: "ERR_ACCESS_DENIED" });';

  expect(await endingOf({ inMain, run: loop })).toEqual({
    name: "ModelAccessError",
    message: "The worker thread of the call did not start (Access to this API has been restricted); use getBotResponse",
    mayHaveBeenProcessed: "no",
    texts: [],
  });
});

interface Program {
  /** The code of the program. */
  run: string;
  /** The first code of its worker threads. */
  inThread?: string;
  /** The code of its main thread before it starts a thread. */
  inMain?: string;
  flags?: string[];
}

/** Returns what the program prints about its error. No error outside the call may end it. */
async function endingOf({ run, inThread = "", inMain = "", flags = [] }: Program): Promise<unknown> {
  const preload = join(folder, "preload.cjs");
  writeFileSync(
    preload,
    `const threads = require("node:worker_threads");
    exports.threads = [];
    if (!threads.isMainThread) { ${inThread} }
    threads.Worker = class extends threads.Worker {
      constructor(...args) { ${inMain} super(...args); exports.threads.push(this); }
    };`,
  );
  const source = program
    .replace("./preload.cjs", pathToFileURL(preload).href)
    .replace("run();", () => `(async () => { ${run} })();`);
  const child = spawn(process.execPath, [...flags, "-r", preload, "--input-type=module", "-e", source], {
    cwd: root,
    env: { ...process.env, SERVER: baseURL() },
    // A thread that nobody can wake would hold the tests up for ever.
    timeout: 280_000,
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("close", resolve)),
  ]);
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}
