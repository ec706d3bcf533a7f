import { setTimeout as sleep } from "node:timers/promises";
import { validateResponseBody } from "@model-access/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, startRedis } from "../../../scripts/redis-server.mjs";
import { clientOf } from "../test/client.js";
import { type MockProcess, startMockProcess } from "./mock-process.js";

// 12 s here; `pnpm --filter @model-access/mock soak` takes two minutes.
const seconds = Number(process.env.SOAK_SECONDS ?? 12);
const clients = 200;
const sessions = ["a", "b", "c", "d"];
const requestsPerMinute = seconds < 60 ? 60 : 300; // so few that also a slow machine is asked for more
const args = ["--quiet", "--requests-per-minute", String(requestsPerMinute)];

/** A kind of call, and what belongs to a whole answer of it. */
interface Kind {
  operationId: string;
  path: string;
  body?: object;
  /** The end of a stream. */
  end?: string;
}

const messages = [{ role: "user", content: "Name one prime." }];
const kinds: Kind[] = [
  { operationId: "listModels", path: "/v1/models" },
  { operationId: "createChatCompletion", path: "/v1/chat/completions", body: { model: "GPT-5.2", messages } },
  {
    operationId: "createChatCompletion",
    path: "/v1/chat/completions",
    body: { model: "GPT-5.2", messages, stream: true },
    end: "data: [DONE]",
  },
  {
    operationId: "createMessage",
    path: "/v1/messages",
    body: { model: "Claude-Haiku-4.5", max_tokens: 64, messages },
  },
  {
    operationId: "createMessage",
    path: "/v1/messages",
    body: { model: "Claude-Haiku-4.5", max_tokens: 64, messages, stream: true },
    end: "message_stop",
  },
  { operationId: "createResponse", path: "/v1/responses", body: { model: "GPT-5.2", input: "Hello" } },
  { operationId: "createVideo", path: "/v1/videos", body: { model: "Sora-2", prompt: "Rain." } },
  { operationId: "getCurrentBalance", path: "/usage/current_balance" },
];

interface Answered {
  session: string;
  kind: Kind;
  status: number;
  requestId: string;
  wrong: string[];
}

let redis: Awaited<ReturnType<typeof startRedis>>;
const mocks: (MockProcess | undefined)[] = [];
const ports: number[] = [];

beforeAll(async () => {
  redis = await startRedis();
  for (const place of [0, 1, 2]) {
    ports[place] = await freePort();
    mocks[place] = await startAt(place);
  }
});

afterAll(async () => {
  await Promise.all(mocks.map((mock) => mock?.kill("SIGKILL")));
  await redis?.close();
});

function startAt(place: number): Promise<MockProcess> {
  return startMockProcess(redis.url, { args: [...args, "--port", String(ports[place])] });
}

test(`three processes and ${clients} clients keep the contract for ${seconds} s, whatever dies`, async () => {
  const answers: Answered[] = [];
  const untilMs = performance.now() + seconds * 1000;
  const disturbing = disturb(untilMs);

  await Promise.all(Array.from({ length: clients }, (_, client) => askOn(client, { untilMs, answers })));
  await disturbing;
  await expect.poll(() => readyAt(0)).toBe(200);

  const wrong = answers.flatMap((answer) => answer.wrong);
  expect(wrong.slice(0, 5)).toEqual([]);
  const counts = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect(counts(200)).toBeGreaterThan(0);
  expect(counts(429)).toBeGreaterThan(0);
  for (const session of sessions) {
    const own = answers.filter((answer) => answer.session === session);
    const ids = own.map(({ requestId }) => requestId).filter((id) => id !== "");
    expect(new Set(ids).size).toBe(ids.length);
    // What was let in and not answered, as its process died, is missing here; so there are never more.
    const minutes = Math.ceil(seconds / 60) + 1;
    const letIn = own.filter(({ status }) => status === 200).length;
    expect(letIn).toBeLessThanOrEqual(requestsPerMinute * (seconds < 60 ? 1 : minutes));
    await checkLedger(session, own);
  }
});

/** Kills a process every 20 s, or once where there is less time, and stops the store once for 5 s. */
async function disturb(untilMs: number): Promise<void> {
  const everyMs = Math.min(20_000, (seconds * 1000) / 4);
  await sleep(everyMs);
  redis.stop();
  await sleep(Math.min(5_000, everyMs));
  redis.resume();
  for (let place = 1; performance.now() + everyMs < untilMs; place = 3 - place) {
    await mocks[place]?.kill("SIGKILL");
    mocks[place] = undefined;
    await sleep(500);
    mocks[place] = await startAt(place);
    await sleep(everyMs);
  }
}

async function askOn(client: number, { untilMs, answers }: { untilMs: number; answers: Answered[] }): Promise<void> {
  for (let turn = client; performance.now() < untilMs; turn++) {
    const session = sessions[client % sessions.length] ?? "a";
    const kind = kinds[turn % kinds.length];
    const port = ports[turn % ports.length];
    if (kind === undefined) throw new Error("There is no such kind.");
    const answered = await askOnce(kind, { session, port: port ?? 0 });
    if (answered !== undefined) answers.push(answered);
    await sleep(50 + (client % 50));
  }
}

/** Undefined where the connection broke, as of a process that was killed. */
async function askOnce(
  kind: Kind,
  { session, port }: { session: string; port: number },
): Promise<Answered | undefined> {
  const { operationId, path, body, end } = kind;
  const { get, post } = clientAt(port);
  const headers = { "x-mock-session": session };
  const got = await (body === undefined ? get(path, { headers }) : post(path, body, headers))
    .then(async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }))
    .catch(() => undefined);
  if (got === undefined) return undefined;
  const { status, text } = got;
  const wrong: string[] = [];
  if (![200, 429, 503].includes(status)) wrong.push(`${operationId} answered ${status}: ${text.slice(0, 200)}`);
  if (status !== 200 && !(Number(got.headers.get("retry-after")) >= 1)) wrong.push(`${status} without Retry-After`);
  if (status === 200 && end !== undefined && !text.includes(end)) wrong.push(`${operationId} ended early`);
  if (status === 200 && end === undefined) {
    const violations = validateResponseBody(operationId, 200, "application/json", JSON.parse(text));
    wrong.push(...violations.map(({ message }) => `${operationId}: ${message}`));
  }
  return { session, kind, status, requestId: got.headers.get("x-request-id") ?? "", wrong };
}

const clientAt = (port = 0) => clientOf({ fetch, baseURL: `http://127.0.0.1:${port}` });
const readyAt = async (place: number) => (await clientAt(ports[place]).get("/readyz")).status;

/** The history sums to what is gone, and has every answer that was charged. */
async function checkLedger(session: string, own: Answered[]): Promise<void> {
  const { get, callAdmin } = clientAt(ports[0]);
  await callAdmin("POST", `/sessions/${session}/clock/advance`, { ms: 61_000 }); // so that there is room to ask
  const read = async (path: string) =>
    JSON.parse(await (await get(path, { headers: { "x-mock-session": session } })).text());
  const points: number[] = [];
  for (let after = "", hasMore = true; hasMore; ) {
    const page = await read(`/usage/points_history?limit=100${after}`);
    points.push(...page.data.map((entry: { cost_points: number }) => entry.cost_points));
    hasMore = page.has_more;
    after = `&starting_after=${page.data.at(-1)?.query_id}`;
  }
  const balance = await read("/usage/current_balance");
  const charged = own.filter(({ kind, status }) => kind.body !== undefined && status === 200).length;

  expect(balance.current_point_balance).toBe(1_000_000 - points.reduce((sum, one) => sum + one, 0));
  expect(points.length).toBeGreaterThanOrEqual(charged);
}
