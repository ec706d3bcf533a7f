import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort, startRedis } from "../../../scripts/redis-server.mjs";
import { findProgram } from "../../../scripts/system-programs.mjs";
import { ask, type MockProcess, question, startMockProcess } from "./mock-process.js";

type Redis = Awaited<ReturnType<typeof startRedis>>;

const folder = mkdtempSync(join(tmpdir(), "mock-processes-"));
let redis: Redis;
let count = 0;
const processes: MockProcess[] = [];

beforeAll(async () => {
  redis = await startRedis({ options: ["--databases", "100"] });
});

afterEach(async () => {
  await Promise.all(processes.splice(0).map((mock) => mock.kill("SIGKILL")));
});

afterAll(async () => {
  await redis?.close();
  rmSync(folder, { recursive: true });
});

/** A database of its own for a test. */
function nextStore(): string {
  count += 1;
  return `${redis.url}/${count}`;
}

async function start(store: string, options?: Parameters<typeof startMockProcess>[1]): Promise<MockProcess> {
  const mock = await startMockProcess(store, options);
  processes.push(mock);
  return mock;
}

const jsonOf = async (answer: Promise<Response>) => JSON.parse(await (await answer).text());
const statusOf = async (answer: Promise<Response>) => (await answer).status;

test("a key that is revoked at one process ends its streams at all of them", async () => {
  const store = nextStore();
  const [one, other] = [await start(store), await start(store)];
  const slow = { "x-mock-latency": "first=0,gap=60000" };
  const stream = await ask(other.baseURL, "/v1/chat/completions", { body: question({ stream: true }), headers: slow });

  const revoked = await ask(one.baseURL, "/_mock/api/sessions/default/keys/sk-mock-full", {
    method: "PATCH",
    body: { isRevoked: true },
  });

  expect(revoked.status).toBe(200);
  expect(await stream.text()).toContain("revoked");
  expect(await statusOf(ask(other.baseURL, "/v1/models"))).toBe(401);
});

test("a clock that is moved at one process drains the streams of all", async () => {
  const store = nextStore();
  const [one, other] = [await start(store), await start(store)];
  const slow = { "x-mock-latency": "first=60000,gap=60000" };
  const stream = await ask(other.baseURL, "/v1/chat/completions", { body: question({ stream: true }), headers: slow });

  await ask(one.baseURL, "/_mock/api/sessions/default/clock/advance", { body: { ms: 86_400_000 } });

  expect(await stream.text()).toContain("data: [DONE]");
});

test("the journal of any process is that of all, live", async () => {
  const store = nextStore();
  const [one, other] = [await start(store), await start(store)];
  const live = await ask(one.baseURL, "/_mock/api/sessions/default/journal/events");
  const reader = live.body?.getReader();
  await reader?.read();

  await ask(other.baseURL, "/v1/models");

  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('"operationId":"listModels"');
  await reader?.cancel();
});

test("nothing that was answered with a charge is lost when a process is killed", async () => {
  const store = nextStore();
  const [one, other] = [await start(store), await start(store)];
  const body = question();

  const asked = Array.from({ length: 30 }, () => statusOf(ask(one.baseURL, "/v1/chat/completions", { body })));
  await Promise.race(asked);
  await one.kill("SIGKILL");
  const answered = (await Promise.allSettled(asked)).filter((result) => result.status === "fulfilled").length;

  const history = await jsonOf(ask(other.baseURL, "/usage/points_history?limit=100"));
  const { current_point_balance: balance } = await jsonOf(ask(other.baseURL, "/usage/current_balance"));
  const spent = history.data.reduce((sum: number, entry: { cost_points: number }) => sum + entry.cost_points, 0);
  expect(history.data.length).toBeGreaterThanOrEqual(answered);
  expect(balance).toBe(1_000_000 - spent);
});

test("while the store stands still, requests get 503, streams go on, and it comes back by itself", async () => {
  const own = await startRedis();
  try {
    const mock = await start(own.url);
    const steady = { "x-mock-latency": "first=0,gap=50" };
    const stream = await ask(mock.baseURL, "/v1/chat/completions", {
      body: question({ stream: true }),
      headers: steady,
    });

    own.stop();
    const refused = await ask(mock.baseURL, "/v1/messages", { body: { model: "Claude-Haiku-4.5" } });
    const ready = await statusOf(ask(mock.baseURL, "/readyz"));
    const health = await statusOf(ask(mock.baseURL, "/healthz"));
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
    await expect.poll(() => statusOf(ask(mock.baseURL, "/readyz"))).toBe(200);
    expect(await statusOf(ask(mock.baseURL, "/v1/models"))).toBe(200);
    expect(mock.log()).toMatch(/can't be used: .*\n[\s\S]*can be used again\./);
  } finally {
    await own.close();
  }
});

test("while the store has no room, requests get 503 and the mock is not ready, until it has", async () => {
  const own = await startRedis();
  const admin = await createClient({ url: own.url }).connect();
  try {
    const mock = await start(own.url);

    await admin.configSet("maxmemory", "1mb");
    const refused = await statusOf(ask(mock.baseURL, "/v1/chat/completions", { body: question() }));
    const ready = [];
    for (let count = 0; count < 5; count++) ready.push(await statusOf(ask(mock.baseURL, "/readyz")));
    await admin.configSet("maxmemory", "0");

    expect(refused).toBe(503);
    expect(ready).toEqual([503, 503, 503, 503, 503]);
    await expect.poll(() => statusOf(ask(mock.baseURL, "/readyz"))).toBe(200);
    expect(await statusOf(ask(mock.baseURL, "/v1/chat/completions", { body: question() }))).toBe(200);
    expect(mock.log()).toMatch(/can't be used: OOM [^\n]*'maxmemory'\. Requests get 503 until it can\."\}\n/);
  } finally {
    admin.destroy();
    await own.close();
  }
});

test("a replica is refused at the start, with a sentence", async () => {
  const own = await startRedis();
  const replica = await startRedis({ options: ["--replicaof", "127.0.0.1", String(new URL(own.url).port)] });
  try {
    const failed = await startMockProcess(replica.url).catch((error: Error) => error.message);

    expect(failed).toMatch(/status 2: [^\n]*is a replica, which takes no writes; give the URL of its primary\.\n$/);
  } finally {
    await replica.close();
    await own.close();
  }
});

test.each([
  ["a process", []],
  ["workers", ["--workers", "2"]],
])("open streams of %s go on after SIGTERM, and no request comes in", async (_name, more) => {
  const mock = await start(nextStore(), { args: ["--drain", "10m", ...more] });
  const headers = { "x-mock-latency": "first=0,gap=50" };
  const streams = await Promise.all(
    [1, 2, 3, 4].map(() => ask(mock.baseURL, "/v1/chat/completions", { body: question({ stream: true }), headers })),
  );

  const ended = mock.kill("SIGTERM");
  await expect.poll(() => statusOf(ask(mock.baseURL, "/readyz")).catch(() => "refused")).toBe("refused");
  const texts = await Promise.all(streams.map((stream) => stream.text()));
  await ended;

  for (const text of texts) expect(text).toContain("data: [DONE]");
  expect(mock.child.exitCode).toBe(0);
});

test("Ctrl-C ends open streams at once, whatever --drain says", async () => {
  const mock = await start(nextStore(), { args: ["--drain", "10m"] });
  const headers = { "x-mock-latency": "first=0,gap=3600000" };
  const stream = await ask(mock.baseURL, "/v1/chat/completions", { body: question({ stream: true }), headers });

  await mock.kill("SIGINT");

  await expect(stream.text()).rejects.toThrow("terminated");
  expect(mock.child.exitCode).toBe(0);
});

test("a store that was killed and started again brings back all that was there", async () => {
  const own = await startRedis();
  try {
    const mock = await start(own.url);
    const body = { model: "GPT-5.2", input: "Hello" };
    const { id } = await jsonOf(ask(mock.baseURL, "/v1/responses", { body }));

    await own.crash();
    const refused = await statusOf(ask(mock.baseURL, "/v1/models"));
    await own.restart();
    await expect.poll(() => statusOf(ask(mock.baseURL, "/readyz"))).toBe(200);

    expect(refused).toBe(503);
    const next = ask(mock.baseURL, "/v1/responses", { body: { ...body, previous_response_id: id } });
    expect(await statusOf(next)).toBe(200);
  } finally {
    await own.close();
  }
});

test("a session that is reset leaves nothing in the store", async () => {
  const store = nextStore();
  const mock = await start(store);
  const session = "/_session/mine";
  await ask(mock.baseURL, `${session}/v1/responses`, { body: { model: "GPT-5.2", input: "Hello" } });
  await ask(mock.baseURL, `${session}/v1/videos`, { body: { model: "Sora-2", prompt: "Rain." } });
  await ask(mock.baseURL, "/_mock/api/sessions/mine/faults", { body: { fault: "status-503", times: 2 } });
  await ask(mock.baseURL, "/_mock/api/sessions/mine/keys", { body: {} });
  await ask(mock.baseURL, `${session}/v1/models`);

  await ask(mock.baseURL, "/_mock/api/sessions/mine", { method: "DELETE" });

  expect(keysOf(store).filter((key) => key.includes("mine"))).toEqual([]);
});

test("a session that nobody uses is gone after its time, though an open console lists it", async () => {
  const store = nextStore();
  const mock = await start(store, { args: ["--session-ttl", "1s"] });
  await ask(mock.baseURL, "/_session/mine/v1/responses", { body: { model: "GPT-5.2", input: "Hello" } });
  const list = async () => {
    const { sessions } = await jsonOf(ask(mock.baseURL, "/_mock/api/sessions"));
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
    statusOf(ask(mock.baseURL, "/v1/models", { headers: { authorization: `Bearer sk-${name}` } }));

  await expect.poll(() => askWith(plain, "first")).toBe(200);
  writeFileSync(file, JSON.stringify(key("second")));
  await expect.poll(() => askWith(own, "second")).toBe(200);
  await expect.poll(() => askWith(plain, "second")).toBe(200);

  expect(await askWith(plain, "first")).toBe(401);
  expect(plain.log()).toContain("Another process has read a data file");
});

test("workers share a port, and another one starts when one dies", async () => {
  const mock = await start(nextStore(), { args: ["--workers", "2"] });
  const tiny = { headers: { authorization: "Bearer sk-mock-tiny" } };
  const workers = () => execFileSync("ps", ["-o", "pid=", "--ppid", String(mock.child.pid)], { encoding: "utf8" });
  const before = workers().trim().split(/\s+/).map(Number);

  const statuses: number[] = [];
  for (let index = 0; index < 4; index++) statuses.push(await statusOf(ask(mock.baseURL, "/v1/models", tiny)));
  process.kill(before[0] ?? 0, "SIGKILL");
  await expect.poll(() => mock.log()).toContain("another one starts");

  expect(before).toHaveLength(2);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await expect.poll(() => workers().trim().split(/\s+/).length).toBe(2);
  await expect.poll(() => statusOf(ask(mock.baseURL, "/readyz"))).toBe(200);
});

test("a store with a password and TLS is used like any other, and neither is ever shown", async () => {
  const openssl = findProgram("openssl") ?? "openssl";
  const [keyFile, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-keyout", keyFile, "-out", certificate];
  execFileSync(openssl, [...made, ...subject], { stdio: "ignore" });
  const port = await freePort();
  const tls = ["--tls-port", String(port), "--tls-cert-file", certificate, "--tls-key-file", keyFile];
  const own = await startRedis({
    options: [
      ...tls,
      ...["--tls-auth-clients", "no"],
      ...["--user", "team", "on", ">pass/word", "~model-access-mock:*", "&model-access-mock:*"],
      ...["+@all", "-@dangerous", "+info"],
    ],
  });
  try {
    const secret = encodeURIComponent("pass/word");
    const mock = await start(`rediss://team:${secret}@127.0.0.1:${port}/0`, {
      env: { NODE_EXTRA_CA_CERTS: certificate },
    });

    expect(await statusOf(ask(mock.baseURL, "/v1/models"))).toBe(200);
    await own.crash();
    expect(await statusOf(ask(mock.baseURL, "/v1/models"))).toBe(503);
    expect(mock.log()).not.toMatch(/pass/);
  } finally {
    await own.close();
  }
});

test("a URL that leads nowhere is one sentence and status 2", async () => {
  const failed = await startMockProcess("redis://u:geheim@127.0.0.1:1/0").catch((error: Error) => error.message);

  expect(failed).toMatch(/status 2: [^\n]*127\.0\.0\.1:1 can't be reached \(ECONNREFUSED\)[^\n]*\n$/);
  expect(failed).not.toContain("geheim");
});

test("a user that may not run scripts is told in one sentence", async () => {
  const own = await startRedis({ options: [...userOf("weak", "secret"), "-eval", "-evalsha"] });
  try {
    const url = own.url.replace("redis://", "redis://weak:secret@");

    const failed = await startMockProcess(url).catch((error: Error) => error.message);

    expect(String(failed)).toMatch(/status 2: [^\n]*may not do what the mock needs[^\n]*\n$/);
    expect(String(failed)).not.toContain("secret");
  } finally {
    await own.close();
  }
});

/** The options for a user that may do everything. */
const userOf = (name: string, password: string) => ["--user", name, "on", `>${password}`, "~*", "&*", "+@all"];

/** The keys in a database. */
function keysOf(store: string): string[] {
  const cli = findProgram("redis-cli") ?? "redis-cli";
  return execFileSync(cli, ["-u", store, "keys", "*"], { encoding: "utf8" }).split("\n").filter(Boolean);
}
