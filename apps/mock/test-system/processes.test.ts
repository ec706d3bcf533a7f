import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort, startRedis } from "../../../scripts/redis-server.mjs";
import { findProgram } from "../../../scripts/system-programs.mjs";
import { bearer } from "../test/requests.js";
import { type MockProcess, startMockProcess } from "./mock-process.js";

const folder = mkdtempSync(join(tmpdir(), "mock-processes-"));
let redis: Awaited<ReturnType<typeof startRedis>>;
/** Two processes on one store, which tests share that have a session of their own and end neither. */
let pair: MockProcess[] = [];
let count = 0;

beforeAll(async () => {
  redis = await startRedis({ options: ["--databases", "100"] });
  const store = nextStore();
  pair = await Promise.all([startMockProcess(store), startMockProcess(store)]);
});

afterAll(async () => {
  await Promise.all(pair.map((mock) => mock.kill("SIGKILL")));
  await redis?.close();
});

function sharedPair(): [MockProcess, MockProcess] {
  const [one, other] = pair;
  if (one === undefined || other === undefined) throw new Error("The processes have not been started.");
  return [one, other];
}

/** A database of its own for a test. */
function nextStore(): string {
  count += 1;
  return `${redis.url}/${count}`;
}

/** A Redis of its own for a test. */
async function startOwnRedis(...options: string[]): Promise<typeof redis> {
  const own = await startRedis({ options });
  onTestFinished(() => own.close());
  return own;
}

async function start(store: string, options?: Parameters<typeof startMockProcess>[1]): Promise<MockProcess> {
  const mock = await startMockProcess(store, options);
  onTestFinished(() => mock.kill("SIGKILL"));
  return mock;
}

const failureOf = (store: string) => startMockProcess(store).catch((error: Error) => error.message);
const jsonOf = async (answer: Promise<Response>) => JSON.parse(await (await answer).text());
const statusOf = async (answer: Promise<Response>) => (await answer).status;
const readinessOf = (mock: MockProcess) => statusOf(mock.get("/readyz"));

/** Opens a stream with this latency. */
const openStream = (mock: MockProcess, latency: string, session = "default") =>
  mock.chat({ stream: true }, { "x-mock-latency": latency, "x-mock-session": session });

test("a key that is revoked at one process ends its streams at all of them", async () => {
  const [one, other] = sharedPair();
  const stream = await openStream(other, "first=0,gap=60000", "revoked");

  await one.callAdmin("PATCH", "/sessions/revoked/keys/sk-mock-full", { isRevoked: true });

  expect(await stream.text()).toContain("revoked");
  expect(await statusOf(other.get("/_session/revoked/v1/models"))).toBe(401);
});

test("a clock that is moved at one process drains the streams of all", async () => {
  const [one, other] = sharedPair();
  const stream = await openStream(other, "first=60000,gap=60000", "moved");

  await one.callAdmin("POST", "/sessions/moved/clock/advance", { ms: 86_400_000 });

  expect(await stream.text()).toContain("data: [DONE]");
});

test("the journal of any process is that of all, live", async () => {
  const [one, other] = sharedPair();
  const live = await one.callAdmin("GET", "/sessions/live/journal/events");
  const reader = live.body?.getReader();
  await reader?.read();

  await other.get("/_session/live/v1/models");

  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('"operationId":"listModels"');
  await reader?.cancel();
});

test("nothing that was answered with a charge is lost when a process is killed", async () => {
  const store = nextStore();
  const [one, other] = [await start(store), await start(store)];

  const asked = Array.from({ length: 30 }, () => statusOf(one.chat()));
  await Promise.race(asked);
  await one.kill("SIGKILL");
  const answered = (await Promise.allSettled(asked)).filter((result) => result.status === "fulfilled").length;

  const history = await jsonOf(other.get("/usage/points_history?limit=100"));
  const { current_point_balance: balance } = await jsonOf(other.get("/usage/current_balance"));
  const spent = history.data.reduce((sum: number, entry: { cost_points: number }) => sum + entry.cost_points, 0);
  expect(history.data.length).toBeGreaterThanOrEqual(answered);
  expect(balance).toBe(1_000_000 - spent);
});

test("while the store stands still, requests get 503, streams go on, and it comes back by itself", async () => {
  const own = await startOwnRedis();
  const mock = await start(own.url);
  const stream = await openStream(mock, "first=0,gap=50");

  own.stop();
  const refused = await mock.post("/v1/messages", { model: "Claude-Haiku-4.5" });
  const ready = await readinessOf(mock);
  const health = await statusOf(mock.get("/healthz"));
  const streamed = await stream.text();
  own.resume();

  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await refused.json()).toEqual({
    type: "error",
    error: { type: "api_error", message: "The mock's store can't be used; try again." },
  });
  expect([ready, health]).toEqual([503, 200]);
  expect(streamed).toContain("data: [DONE]");
  await expect.poll(() => readinessOf(mock)).toBe(200);
  expect(await statusOf(mock.get("/v1/models"))).toBe(200);
  expect(mock.log()).toMatch(/can't be used: .*\n[\s\S]*can be used again\./);
});

test("while the store has no room, requests get 503 and the mock is not ready, until it has", async () => {
  const own = await startOwnRedis();
  const admin = await createClient({ url: own.url }).connect();
  onTestFinished(() => admin.destroy());
  const mock = await start(own.url);

  await admin.configSet("maxmemory", "1mb");
  const refused = await statusOf(mock.chat());
  const ready = [];
  for (let count = 0; count < 5; count++) ready.push(await readinessOf(mock));
  await admin.configSet("maxmemory", "0");

  expect(refused).toBe(503);
  expect(ready).toEqual([503, 503, 503, 503, 503]);
  await expect.poll(() => readinessOf(mock)).toBe(200);
  expect(await statusOf(mock.chat())).toBe(200);
  expect(mock.log()).toMatch(/can't be used: OOM [^\n]*'maxmemory'\. Requests get 503 until it can\."\}\n/);
});

test("a replica is refused at the start, with a sentence", async () => {
  const own = await startOwnRedis();
  const replica = await startOwnRedis("--replicaof", "127.0.0.1", new URL(own.url).port);
  const failed = await failureOf(replica.url);

  expect(failed).toMatch(/status 2: [^\n]*is a replica, which takes no writes; give the URL of its primary\.\n$/);
});

test.each([
  ["a process", []],
  ["workers", ["--workers", "2"]],
])("open streams of %s go on after SIGTERM, and no request comes in", async (_name, more) => {
  const mock = await start(nextStore(), { args: ["--drain", "10m", ...more] });
  const streams = await Promise.all([1, 2, 3, 4].map(() => openStream(mock, "first=0,gap=50")));

  const ended = mock.kill("SIGTERM");
  await expect.poll(() => readinessOf(mock).catch(() => "refused")).toBe("refused");
  const texts = await Promise.all(streams.map((stream) => stream.text()));
  await ended;

  for (const text of texts) expect(text).toContain("data: [DONE]");
  expect(mock.child.exitCode).toBe(0);
});

test("Ctrl-C ends open streams at once, whatever --drain says", async () => {
  const mock = await start(nextStore(), { args: ["--drain", "10m"] });
  const stream = await openStream(mock, "first=0,gap=3600000");

  await mock.kill("SIGINT");

  await expect(stream.text()).rejects.toThrow("terminated");
  expect(mock.child.exitCode).toBe(0);
});

test("a store that was killed and started again brings back all that was there", async () => {
  const own = await startOwnRedis();
  const mock = await start(own.url);
  const body = { model: "GPT-5.2", input: "Hello" };
  const { id } = await jsonOf(mock.post("/v1/responses", body));

  await own.crash();
  const refused = await statusOf(mock.get("/v1/models"));
  await own.restart();
  await expect.poll(() => readinessOf(mock)).toBe(200);

  expect(refused).toBe(503);
  const next = mock.post("/v1/responses", { ...body, previous_response_id: id });
  expect(await statusOf(next)).toBe(200);
});

test("a session that is reset leaves nothing in the store", async () => {
  const store = nextStore();
  const mock = await start(store);
  await mock.post("/_session/mine/v1/responses", { model: "GPT-5.2", input: "Hello" });
  await mock.post("/_session/mine/v1/videos", { model: "Sora-2", prompt: "Rain." });
  await mock.callAdmin("POST", "/sessions/mine/faults", { fault: "status-503", times: 2 });
  await mock.callAdmin("POST", "/sessions/mine/keys", {});
  await mock.get("/_session/mine/v1/models");

  await mock.callAdmin("DELETE", "/sessions/mine");

  expect(keysOf(store).filter((key) => key.includes("mine"))).toEqual([]);
});

test("a session that nobody uses is gone after its time, though an open console lists it", async () => {
  const store = nextStore();
  const mock = await start(store, { args: ["--session-ttl", "1s"] });
  await mock.post("/_session/mine/v1/responses", { model: "GPT-5.2", input: "Hello" });
  const list = async () => {
    const { sessions } = await jsonOf(mock.callAdmin("GET", "/sessions"));
    return sessions.map(({ name }: { name: string }) => name);
  };

  await expect.poll(list).toEqual(["default"]); // which the question has begun
  expect(keysOf(store).filter((key) => key.includes("{mine}"))).toEqual([]);
});

test("the data file that any process read last holds for all, and the others say so", async () => {
  const store = nextStore();
  const file = join(folder, "team.json");
  const key = (name: string) => ({ keys: { [`sk-${name}`]: { name } } });
  writeFileSync(file, JSON.stringify(key("first")));
  const plain = await start(store);
  const own = await start(store, { args: ["--state", file] });
  const askWith = (mock: MockProcess, name: string) =>
    statusOf(mock.get("/v1/models", { headers: bearer(`sk-${name}`) }));

  await expect.poll(() => askWith(plain, "first")).toBe(200);
  writeFileSync(file, JSON.stringify(key("second")));
  await expect.poll(() => askWith(own, "second")).toBe(200);
  await expect.poll(() => askWith(plain, "second")).toBe(200);

  expect(await askWith(plain, "first")).toBe(401);
  expect(plain.log()).toContain("Another process has read a data file");
});

test("workers share a port, and another one starts when one dies", async () => {
  const mock = await start(nextStore(), { args: ["--workers", "2"] });
  const tiny = { headers: bearer("sk-mock-tiny") };
  const workers = () => execFileSync("ps", ["-o", "pid=", "--ppid", String(mock.child.pid)], { encoding: "utf8" });
  const before = workers().trim().split(/\s+/).map(Number);

  const statuses: number[] = [];
  for (let index = 0; index < 4; index++) statuses.push(await statusOf(mock.get("/v1/models", tiny)));
  process.kill(before[0] ?? 0, "SIGKILL");
  await expect.poll(() => mock.log()).toContain("another one starts");

  expect(before).toHaveLength(2);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await expect.poll(() => workers().trim().split(/\s+/).length).toBe(2);
  await expect.poll(() => readinessOf(mock)).toBe(200);
});

test("a store with a password and TLS is used like any other, and neither is ever shown", async () => {
  const openssl = findProgram("openssl") ?? "openssl";
  const [keyFile, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", keyFile, "-out", certificate];
  execFileSync(openssl, [...made, ...subject], { stdio: "ignore" });
  const port = await freePort();
  const tls = ["--tls-port", String(port), "--tls-cert-file", certificate, "--tls-key-file", keyFile];
  const user = ["--user", "team", "on", ">pass/word", "~model-access-mock:*", "&model-access-mock:*"];
  const rights = ["+@all", "-@dangerous", "+info"];
  const own = await startOwnRedis(...tls, "--tls-auth-clients", "no", ...user, ...rights);
  const secret = encodeURIComponent("pass/word");
  const mock = await start(`rediss://team:${secret}@127.0.0.1:${port}/0`, {
    env: { NODE_EXTRA_CA_CERTS: certificate },
  });

  expect(await statusOf(mock.get("/v1/models"))).toBe(200);
  await own.crash();
  expect(await statusOf(mock.get("/v1/models"))).toBe(503);
  expect(mock.log()).not.toMatch(/pass/);
});

test("a URL that leads nowhere is one sentence and status 2", async () => {
  const failed = await failureOf("redis://u:geheim@127.0.0.1:1/0");

  expect(failed).toMatch(/status 2: [^\n]*127\.0\.0\.1:1 can't be reached \(ECONNREFUSED\)[^\n]*\n$/);
  expect(failed).not.toContain("geheim");
});

test("a user that may not run scripts is told in one sentence", async () => {
  const own = await startOwnRedis(...userOf("weak", "secret"), "-eval", "-evalsha");
  const url = own.url.replace("redis://", "redis://weak:secret@");

  const failed = await failureOf(url);

  expect(String(failed)).toMatch(/status 2: [^\n]*may not do what the mock needs[^\n]*\n$/);
  expect(String(failed)).not.toContain("secret");
});

/** The options for a user that may do everything. */
const userOf = (name: string, password: string) => ["--user", name, "on", `>${password}`, "~*", "&*", "+@all"];

/** The keys in a database. */
function keysOf(store: string): string[] {
  const cli = findProgram("redis-cli") ?? "redis-cli";
  return execFileSync(cli, ["-u", store, "keys", "*"], { encoding: "utf8" }).split("\n").filter(Boolean);
}
