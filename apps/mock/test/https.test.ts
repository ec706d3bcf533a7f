// @module-tag socket
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type ClientHttp2Session, connect } from "node:http2";
import { get, request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { type MockServer, type ServerOptions, startMock } from "../src/index.js";
import { dataFile, folder } from "./data-files.js";

const [cert, key] = makeCertificate("localhost");
const [, otherKey] = makeCertificate("other");
const ca = readFileSync(cert);
const mock = await startMock({
  cert,
  key,
  latency: "instant",
  state: { bots: [{ name: "Poster", architecture: { input_modalities: ["text"], output_modalities: ["image"] } }] },
});
afterAll(() => mock.close());

/** Makes a certificate that signs itself, and its key. */
function makeCertificate(name: string): [cert: string, key: string] {
  const files: [string, string] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name},IP:127.0.0.1`];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...kind, ...subject, "-out", files[0], "-keyout", files[1]], {
    stdio: "pipe",
  });
  return files;
}

const headers = { authorization: "Bearer sk-mock-full", "content-type": "application/json" };
const chat = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] };

function clientOf({ baseURL }: MockServer): ClientHttp2Session {
  const client = connect(baseURL, { ca });
  onTestFinished(() => client.destroy());
  return client;
}

/** Sends a request on a connection; its answer rejects where the stream breaks. */
async function ask(client: ClientHttp2Session, path: string, fields?: object, more: Record<string, string> = {}) {
  const method = fields === undefined ? "GET" : "POST";
  const stream = client.request({ ":path": path, ":method": method, ...headers, ...more });
  stream.end(fields && JSON.stringify(fields));
  const [answered] = (await once(stream, "response")) as [Record<string, string>];
  return { status: Number(answered[":status"]), headers: answered, stream, text: () => text(stream) };
}

const stream = { ...chat, stream: true };

test("HTTP/2 carries plain answers and many streams on one connection", async () => {
  const client = clientOf(mock);

  const models = await ask(client, "/v1/models");
  const listed = JSON.parse(await models.text());
  const streams = await Promise.all(Array.from({ length: 20 }, () => ask(client, "/v1/chat/completions", stream)));
  const texts = await Promise.all(streams.map((answer) => answer.text()));

  expect(mock.baseURL).toBe(`https://127.0.0.1:${mock.port}`);
  expect(client.alpnProtocol).toBe("h2");
  expect([models.status, models.headers["content-type"]]).toEqual([200, "application/json"]);
  expect(listed).toMatchObject({ object: "list" });
  expect(texts.every((sent) => sent.endsWith("data: [DONE]\n\n"))).toBe(true);
});

test("clients without HTTP/2 get HTTP/1.1", async () => {
  const asked = get(`${mock.baseURL}/v1/models`, { headers, ca });

  const [response] = await once(asked, "response");

  expect([response.statusCode, response.httpVersion]).toEqual([200, "1.1"]);
  expect(JSON.parse(await text(response))).toMatchObject({ object: "list" });
});

/** Sends a chat completion by HTTP/1.1. */
async function askByHttp1(fields: object, more: Record<string, string> = {}): Promise<string> {
  const sent = request(`${mock.baseURL}/v1/chat/completions`, { method: "POST", headers: { ...headers, ...more }, ca });
  sent.end(JSON.stringify(fields));
  const [response] = await once(sent, "response");
  return text(response);
}

test.each(["reset", "reset;at=2", "half-frame;at=2", "cut-json"])(
  "HTTP/1.1 breaks off by the fault %s",
  async (fault) => {
    const fields = fault === "cut-json" ? chat : stream;

    await expect(askByHttp1(fields, { "x-mock-fault": fault })).rejects.toMatchObject({
      code: expect.stringMatching(/ECONNRESET|ERR_STREAM_PREMATURE_CLOSE/),
    });

    expect(await askByHttp1(stream)).toMatch(/data: \[DONE\]\n\n$/);
  },
);

test("a stream waits for a client that reads slowly, and loses nothing", async () => {
  const client = clientOf(mock);
  const words = "An answer that is much longer than a window. ".repeat(20_000);
  const admin = { "x-mock-admin": "1" };
  await ask(client, "/_mock/api/sessions/slow/replies", { reply: { pieces: [words, words, "end"] } }, admin);
  const answer = await ask(client, "/_session/slow/v1/chat/completions", stream);

  const sent = await answer.text();

  expect(sent.length).toBeGreaterThan(2 * words.length);
  expect(sent).toContain('"end"');
});

test("console, reference and admin API work, and only for the names of the mock", async () => {
  const client = clientOf(mock);
  const pages = await Promise.all(
    ["/_mock", "/docs/", "/_mock/api/sessions", "/healthz"].map((path) => ask(client, path)),
  );
  const own = { "x-mock-admin": "1", origin: mock.baseURL };

  const changed = await ask(client, "/_mock/api/sessions/https/faults", { fault: "status-503" }, own);
  const faulty = await ask(client, "/_session/https/v1/chat/completions", chat);
  const foreign = await ask(client, "/_mock", undefined, { ":authority": "evil.example" });

  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect([changed.status, faulty.status, foreign.status]).toEqual([201, 503, 403]);
});

test("addresses in answers are of the mock, with https", async () => {
  const picture = await ask(clientOf(mock), "/v1/chat/completions", { ...chat, model: "Poster" });

  expect(await picture.text()).toContain(`${mock.baseURL}/`);
});

test.each(["reset;at=2", "half-frame;at=2"])(
  "the fault %s breaks a stream, and the connection goes on",
  async (fault) => {
    const client = clientOf(mock);

    const broken = await ask(client, "/v1/chat/completions", stream, { "x-mock-fault": fault });
    const sent: string[] = [];
    broken.stream.on("data", (chunk) => sent.push(String(chunk)));
    const [error] = await once(broken.stream, "error");

    expect(error).toMatchObject({ code: "ERR_HTTP2_STREAM_ERROR" });
    expect(sent.join("").match(/\n\n/g)).toHaveLength(2);
    expect((await ask(client, "/v1/models")).status).toBe(200);
  },
);

test.each(["reset", "cut-json"])("the fault %s breaks a plain answer", async (fault) => {
  const client = clientOf(mock);
  const answered = ask(client, "/v1/chat/completions", chat, { "x-mock-fault": fault });

  await expect(answered.then((answer) => answer.text())).rejects.toMatchObject({ code: "ERR_HTTP2_STREAM_ERROR" });
});

test("the journal shows that a client left its stream", async () => {
  const client = clientOf(mock);
  const stalled = await ask(client, "/_session/left/v1/chat/completions", stream, { "x-mock-fault": "stall;at=1" });
  await once(stalled.stream, "data");

  stalled.stream.close();

  const journal = async () => JSON.parse(await (await ask(client, "/_mock/api/sessions/left/journal")).text());
  await expect.poll(async () => (await journal()).exchanges[0].response.ending).toBe("left");
});

test("a body over the limit is refused", async () => {
  const small = await startMock({ cert, key, maxBodyBytes: 100 });
  onTestFinished(() => small.close());

  const refused = await ask(clientOf(small), "/v1/chat/completions", { ...chat, user: "x".repeat(1000) });

  expect(refused.status).toBe(413);
});

test("a request to connect through it is refused", async () => {
  const client = clientOf(mock);
  const stream = client.request({ ":method": "CONNECT", ":authority": "other.example:443" });

  const [answered] = await once(stream, "response");

  expect(answered[":status"]).toBe(405);
  stream.resume();
  stream.end();
});

test("closing ends connections that are idle, and those that stall", async () => {
  const closing = await startMock({ cert, key, latency: "instant" });
  const idle = clientOf(closing);
  const busy = clientOf(closing);
  await ask(idle, "/healthz");
  const stalled = await ask(busy, "/v1/chat/completions", stream, { "x-mock-fault": "stall;at=1" });
  stalled.stream.on("error", () => undefined);
  for (const client of [idle, busy]) client.on("error", () => undefined);

  await closing.close();

  await expect.poll(() => [idle, busy].every(({ closed }) => closed)).toBe(true);
});

test("closing lets an open stream go on for the time to drain", async () => {
  const closing = await startMock({ cert, key, latency: { firstMs: 0, gapMs: 20 } });
  const answer = await ask(clientOf(closing), "/v1/chat/completions", stream);

  const [, sent] = await Promise.all([closing.close({ drainMs: 60_000 }), answer.text()]);

  expect(sent.endsWith("data: [DONE]\n\n")).toBe(true);
});

test("the command prints an address with https", async () => {
  const program = fileURLToPath(new URL("../dist/command.js", import.meta.url));
  const child = spawn(process.execPath, [program, "--port", "0", "--cert", cert, "--key", key]);
  onTestFinished(() => void child.kill());

  const [line] = await once(child.stdout, "data");
  const [, baseURL = ""] = /^The mock listens on (https:\S+)\n$/.exec(String(line)) ?? [];
  const [response] = await once(get(`${baseURL}/healthz`, { ca }), "response");

  expect(response.statusCode).toBe(200);
});

const notes = dataFile("notes.txt", "no certificate");

test.each<[ServerOptions, string]>([
  [{ cert }, "cert and key go together: --cert FILE --key FILE."],
  [{ key }, "cert and key go together: --cert FILE --key FILE."],
  [
    { cert: join(folder, "none.crt"), key },
    `The certificate file ${join(folder, "none.crt")} can't be read: there is no such file or folder.`,
  ],
  [{ cert, key: folder }, `The key file ${folder} can't be read: it is a folder.`],
  [{ cert: notes, key }, `The certificate file ${notes} has no certificate in PEM form.`],
  [{ cert, key: notes }, `The key file ${notes} has no key in PEM form, or one with a passphrase.`],
  [{ cert, key: otherKey }, `The key file ${otherKey} is not of the certificate in ${cert}.`],
])("%j is refused in one sentence", async (options, says) => {
  await expect(startMock(options)).rejects.toThrow(says);
});
