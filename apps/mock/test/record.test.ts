// @module-tag socket
import { existsSync, readFileSync } from "node:fs";
import { type IncomingMessage, type RequestListener, request } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readExchanges } from "@model-access/contract";
import { expect, onTestFinished, test } from "vitest";
import { startRecorder } from "../src/index.js";
import { clientOf, createClient, startClient } from "./client.js";
import { folder } from "./data-files.js";
import { exchange } from "./raw-exchange.js";
import { bearer, json } from "./requests.js";
import { serve } from "./serve.js";

interface RecorderOptions {
  apiKey?: string;
  log?: (line: string) => void;
}

let count = 0;

/** A recorder of an upstream that answers as it is told to. */
async function recorderOf(
  listener: RequestListener,
  { path = "", ...options }: RecorderOptions & { path?: string } = {},
) {
  return recorderAt(`http://127.0.0.1:${await serve(listener)}${path}`, options);
}

async function recorderAt(upstream: string, options: RecorderOptions = {}) {
  count += 1;
  const out = join(folder, `recorder-${count}.jsonl`);
  const recorder = await startRecorder({ upstream, out, ...options });
  onTestFinished(() => recorder.close());
  return {
    ...recorder,
    out,
    text: () => readFileSync(out, "utf8"),
    records: () => readExchanges(readFileSync(out, "utf8")),
  };
}

const key = "sk-live-0123456789abcdef";

test("what is recorded from a deployment is replayed byte for byte, plain and as a stream", async () => {
  const deployment = await startClient({ seed: 7 });
  const recorder = await recorderAt(deployment.baseURL);
  const ask = async ({ chat }: Pick<typeof deployment, "chat">) => [
    await (await chat()).text(),
    await (await chat({ stream: true })).text(),
  ];

  const recorded = await ask(clientOf({ fetch, baseURL: recorder.baseURL }));
  await recorder.close();
  const replayed = await ask(createClient({ recordings: recorder.out }));

  expect(recorded[1]).toContain("data: [DONE]");
  expect(replayed).toEqual(recorded);
  expect(recorder.records().map(({ operationId }) => operationId)).toEqual([
    "createChatCompletion",
    "createChatCompletion",
  ]);
});

test("nothing in a recording lets anybody in", async () => {
  const recorder = await recorderOf((asked, response) => {
    response.setHeader("set-cookie", ["sid=abcdef; Path=/", "theme=dark"]);
    response.setHeader("x-session-token", "tok-1");
    response.write(`you sent ${asked.headers.authorization?.slice(0, 18)}`);
    setImmediate(() => response.end(`${asked.headers.authorization?.slice(18)} \u00e9`));
  });

  const answered = await fetch(`${recorder.baseURL}/v1/nothing?key=${key}`, {
    ...json({ key, note: "keep" }),
    headers: { ...bearer(key), cookie: "sid=abcdef", "x-api-key": "short" },
  });
  const said = await answered.text();
  await recorder.close();
  const [record] = recorder.records();

  expect(said).toBe(`you sent Bearer ${key} \u00e9`);
  expect(recorder.text()).not.toMatch(/0123456789|abcdef|tok-1|short|theme/);
  expect(record?.request.target).toBe("/v1/nothing?key=[key]");
  expect(record?.request.headers).toEqual(
    expect.arrayContaining([
      ["authorization", "[key]"],
      ["cookie", "[key]"],
      ["x-api-key", "[key]"],
    ]),
  );
  expect(record?.request.body).toEqual({ text: '{"key":"[key]","note":"keep"}' });
  expect(record?.response?.chunks).toEqual([{ atMs: expect.any(Number), text: "you sent Bearer [key] \u00e9" }]);
});

test.each([
  "sk-proj-abcDEF0123456789ghijkl",
  "pk_live_0123456789abcdefghij",
  "ghp_0123456789abcdefghijABCDEFGHIJ",
  "AKIA0123456789ABCDEF",
  "AIzaSyA0123456789abcdefghijklmnopqrstuv",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
])("a key of another service in a prompt is masked: %s", async (pasted) => {
  const recorder = await recorderOf((_asked, response) => response.end(JSON.stringify({ echo: pasted })));
  const prompt = (text: string) =>
    json({ model: "m", messages: [{ role: "user", content: `Use ${text}, risk-free, or\n${text}` }] });

  await fetch(`${recorder.baseURL}/v1/chat/completions`, prompt(pasted));
  await recorder.close();

  expect(recorder.text()).not.toContain(pasted.slice(4, 16));
  expect(recorder.text()).toContain("Use [key], risk-free");
});

test.each(["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY"])(
  "no line of a pasted %s is recorded, in the prompt or in its echo, and the rest of the prompt is",
  async (kind) => {
    const lines = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC/+Kcw", "ggSjAgEAAoIBAQC7VJTUt9Us8cKj", "Msz12Fqy=="];
    const pasted = [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`].join("\n");
    const recorder = await recorderOf((_asked, response) => response.end(JSON.stringify({ echo: pasted })));

    const content = `Which internationalization is this?\n${pasted}\nTell me.`;
    await fetch(`${recorder.baseURL}/v1/chat/completions`, json({ messages: [{ role: "user", content }] }));
    await recorder.close();

    for (const line of lines) expect(recorder.text()).not.toContain(line.slice(0, 8));
    expect(recorder.records()[0]?.request.body).toMatchObject({
      text: expect.stringContaining(
        `internationalization is this?\\n-----BEGIN ${kind}-----\\n[key]\\n[key]\\n[key]\\n-----END ${kind}-----\\nTell`,
      ),
    });
  },
);

// Where a search for keys reads on from each of their beginnings, these never end.
test.each(["sk-", "eyJ-", "AIza-", "eyJaaaaaaaa.", "sk-a.", "-----BEGIN PRIVATE KEY-----"])(
  "a prompt of %s 300 000 times is recorded",
  async (text) => {
    const recorder = await recorderOf((_asked, response) => response.end("{}"));

    const body = json({ messages: [{ role: "user", content: text.repeat(300_000) }] });
    const { status } = await fetch(`${recorder.baseURL}/v1/chat/completions`, body);
    await recorder.close();

    expect(status).toBe(200);
  },
);

test.each(["sk-learn-and-other-libraries-for-python", "task_sk-1", "a sk_id2 column", "eyJ.eyJ.x"])(
  "what only looks a little like a key is recorded as it is: %s",
  async (text) => {
    const recorder = await recorderOf((_asked, response) => response.end("{}"));

    await fetch(`${recorder.baseURL}/v1/chat/completions`, json({ messages: [{ role: "user", content: text }] }));
    await recorder.close();

    expect(recorder.text()).toContain(text);
  },
);

test("a request without a key gets that of the recorder, unless a web page makes it", async () => {
  const sent: unknown[] = [];
  const recorder = await recorderOf(
    (asked, response) => {
      sent.push(asked.headers.authorization);
      response.end("{}");
    },
    { apiKey: key },
  );

  await fetch(`${recorder.baseURL}/v1/models`);
  await fetch(`${recorder.baseURL}/v1/models`, { headers: bearer("sk-own-0123456789") });
  const page = await fetch(`${recorder.baseURL}/v1/models`, { headers: { origin: "https://evil.example" } });
  const refusal = (await page.json()) as { error: { message: string } };
  await recorder.close();

  expect(sent).toEqual([`Bearer ${key}`, "Bearer sk-own-0123456789"]);
  expect(page.status).toBe(403);
  expect(refusal.error.message).toBe("A web page has to send a key of its own to the recorder.");
  expect(recorder.text()).not.toContain("0123456789");
});

test("the preflight of a web page with a key of its own goes on to the deployment, without the recorder's key", async () => {
  const sent: unknown[] = [];
  const recorder = await recorderOf(
    (asked, response) => {
      sent.push([asked.method, asked.headers.authorization]);
      response.writeHead(204).end();
    },
    { apiKey: key },
  );

  const preflight = { origin: "https://app.example", "access-control-request-method": "POST" };
  const { status } = await fetch(`${recorder.baseURL}/v1/models`, { method: "OPTIONS", headers: preflight });

  expect(status).toBe(204);
  expect(sent).toEqual([["OPTIONS", undefined]]);
});

test("a request for another host than this machine is refused", async () => {
  const recorder = await recorderOf((_asked, response) => response.end("{}"));

  const init = { method: "GET", headers: { host: "evil.example" } };
  const { status } = await exchange(recorder.port, { url: "http://mock/", init });

  expect(status).toBe(403);
});

test("a redirection is passed on and not followed, and a target can't lead elsewhere", async () => {
  const paths: unknown[] = [];
  const recorder = await recorderOf(
    (asked, response) => {
      paths.push(asked.url);
      response.writeHead(307, { location: "http://127.0.0.1:1/elsewhere" }).end();
    },
    { path: "/base/" },
  );
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve) => request({ port: recorder.port, path }, resolve).end());

  const answer = await ask("//evil.example/v1/models");
  const whole = await ask("http://evil.example/v1/models");

  expect([answer.statusCode, whole.statusCode]).toEqual([307, 307]);
  expect(answer.headers.location).toBe("http://127.0.0.1:1/elsewhere");
  expect(paths).toEqual(["/base//evil.example/v1/models", "/base/v1/models"]);
});

test("bytes that are no text are recorded in base64 and come through unchanged", async () => {
  const bytes = Buffer.from([0xff, 0x00, 0xfe]);
  const recorder = await recorderOf((asked, response) => asked.pipe(response));

  const response = await fetch(`${recorder.baseURL}/v1/files`, { method: "POST", body: bytes, headers: bearer(key) });
  const echoed = Buffer.from(await response.arrayBuffer());
  await recorder.close();

  expect(echoed).toEqual(bytes);
  expect(recorder.records()[0]?.request.body).toEqual({ base64: bytes.toString("base64") });
});

test("a deployment that breaks off is recorded as cut, and the client sees it break off", async () => {
  const recorder = await recorderOf((_asked, response) => {
    response.write("data: half\n\n");
    setImmediate(() => response.destroy());
  });

  const response = await fetch(`${recorder.baseURL}/v1/models`);
  await expect(response.text()).rejects.toThrow(TypeError);
  await recorder.close();

  expect(recorder.records()[0]?.response).toMatchObject({ ending: "cut", chunks: [{ text: "data: half\n\n" }] });
});

test("a deployment that can't be reached is 502 with one sentence, and not recorded", async () => {
  const recorder = await recorderAt("http://127.0.0.1:1");

  const response = await fetch(`${recorder.baseURL}/v1/models`);
  const { error } = (await response.json()) as { error: { message: string } };

  expect(response.status).toBe(502);
  expect(error.message).toMatch(/^The upstream could not be reached \(\w+\)\.$/);
  expect(recorder.text()).toBe("");
});

test("a deployment that compresses all the same is passed on as it is, and recorded as text", async () => {
  const body = JSON.stringify({ object: "list", data: [] });
  const recorder = await recorderOf((_asked, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync(body));
  });

  const answered = await (await fetch(`${recorder.baseURL}/v1/models`, { headers: bearer(key) })).text();
  await recorder.close();
  const replayed = await createClient({ recordings: recorder.out }).get("/v1/models");

  expect(answered).toBe(body);
  expect(recorder.records()[0]?.response?.chunks).toMatchObject([{ text: body }]);
  expect(await replayed.text()).toBe(body);
});

test("exchanges at the same time are a line each, and the log tells of each", async () => {
  const waiting: (() => void)[] = [];
  const lines: string[] = [];
  const recorder = await recorderOf(
    (asked, response) => {
      waiting.push(() => response.end(asked.url));
      if (waiting.length === 8) for (const answer of waiting) answer();
    },
    { log: (line) => lines.push(line) },
  );

  const paths = Array.from({ length: 8 }, (_, index) => `/v1/nothing/${index}`);
  const texts = await Promise.all(paths.map(async (path) => (await fetch(recorder.baseURL + path)).text()));
  await recorder.close();

  expect(texts).toEqual(paths);
  expect(recorder.records().map(({ request: { target } }) => target)).toEqual(expect.arrayContaining(paths));
  expect(lines.toSorted()).toEqual(paths.map((path) => `GET ${path} 200 was recorded.`));
});

test.each([
  { upstream: "api.example.com", says: "give a URL such as https://api.example.com." },
  { upstream: "http://api.example.com", says: "must not go over plain http" },
  { upstream: "https://user:secret@api.example.com", says: "must have no user, query or fragment" },
  { upstream: "ftp://127.0.0.1", says: "give a URL" },
])("the upstream $upstream is refused, and no file is made", async ({ upstream, says }) => {
  const out = join(folder, "never.jsonl");

  await expect(startRecorder({ upstream, out })).rejects.toThrow(says);

  expect(existsSync(out)).toBe(false);
});

test("a file that can't be written is one sentence", async () => {
  const out = join(folder, "no", "such", "folder.jsonl");

  await expect(startRecorder({ upstream: "https://api.example.com", out })).rejects.toThrow(
    `Nothing can be recorded to ${out}: there is no such file or folder.`,
  );
});
