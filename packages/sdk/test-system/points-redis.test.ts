import { setTimeout as sleep } from "node:timers/promises";
import { createClient, createCluster } from "redis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedis, startRedisCluster } from "../../../scripts/redis-server.mjs";
import { OptionError } from "../src/index.js";
import { createRedisPace, createRedisSpend, type RedisClient } from "../src/points-redis/index.js";

let server: Awaited<ReturnType<typeof startRedis>>;
let cluster: Awaited<ReturnType<typeof startRedisCluster>>;
const closes: (() => void)[] = [];
const clients: Record<string, RedisClient> = {};

beforeAll(async () => {
  [server, cluster] = await Promise.all([startRedis(), startRedisCluster()]);
  const one = createClient({ url: server.url });
  const three = createCluster({ rootNodes: cluster.urls.map((url) => ({ url })) });
  for (const client of [one, three]) client.on("error", () => {});
  await Promise.all([one.connect(), three.connect()]);
  Object.assign(clients, { "one server": one, "a cluster of three": three });
  closes.push(
    () => one.destroy(),
    () => three.destroy(),
  );
});

afterAll(async () => {
  for (const close of closes) close();
  await Promise.all([server?.close(), cluster?.close()]);
});

const clientOf = (where: string): RedisClient => {
  const client = clients[where];
  if (client === undefined) throw new Error(`There is no ${where}.`);
  return client;
};

test.each(["one server", "a cluster of three"])("gives no more places at once than there are, on %s", async (where) => {
  const paces = [1, 2].map(() => createRedisPace(clientOf(where), { name: "places" }));

  const answers = await Promise.all(
    Array.from({ length: 700 }, (_, index) => paces[index % 2]?.takePlace({ places: 500, windowMs: 60_000 })),
  );

  const taken = answers.filter((answer) => answer !== undefined && "place" in answer);
  const waits = answers.flatMap((answer) => (answer !== undefined && "waitMs" in answer ? [answer.waitMs] : []));
  expect(taken).toHaveLength(500);
  expect(waits).toHaveLength(200);
  expect(Math.min(...waits)).toBeGreaterThan(0);
  expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
});

test("a place is free again after the window, or when it is given back", async () => {
  const pace = createRedisPace(clientOf("one server"), { name: "window" });
  const limit = { places: 1, windowMs: 400 };

  const first = await pace.takePlace(limit);
  if (!("place" in first)) throw new Error("There was no place.");
  await pace.returnPlace(first.place);
  await pace.returnPlace(first.place);
  const second = await pace.takePlace(limit);
  const third = await pace.takePlace(limit);
  expect(second).toHaveProperty("place");
  expect(third).toEqual({ waitMs: expect.any(Number) });
  await sleep("waitMs" in third ? third.waitMs + 1 : 0);

  expect(await pace.takePlace(limit)).toHaveProperty("place");
});

test("gives nobody a place while a pause holds, and the longer of two pauses stays", async () => {
  const paces = [1, 2].map(() => createRedisPace(clientOf("one server"), { name: "pause" }));

  await paces[0]?.pause(30_000);
  await paces[1]?.pause(1_000);
  const answer = await paces[1]?.takePlace({ places: 500, windowMs: 60_000 });

  expect(answer).toEqual({ waitMs: expect.any(Number) });
  expect(Number(answer && "waitMs" in answer && answer.waitMs)).toBeGreaterThan(20_000);
});

test.each(["one server", "a cluster of three"])("reserves no more points than there are, on %s", async (where) => {
  const spends = [1, 2].map(() => createRedisSpend(clientOf(where), { name: "spend" }));
  const ids = Array.from({ length: 40 }, (_, index) => `call-${index}`);

  const answers = await Promise.all(
    ids.map((id, index) => spends[index % 2]?.reserve({ id, points: 0.1, maxPoints: 1 })),
  );
  const reserved = ids.filter((_, index) => answers[index]?.isReserved);
  // Ten tenths are a little less than one.
  expect(reserved).toHaveLength(10);
  for (const id of reserved) await spends[0]?.settle({ id, spentPoints: 0.05 });
  const sums = await spends[1]?.settle({ id: "call-0", spentPoints: 7 });

  expect(sums?.reservedPoints).toBe(0);
  expect(sums?.spentPoints).toBeCloseTo(0.5, 9);
});

test("a reservation that is made twice counts once", async () => {
  const spend = createRedisSpend(clientOf("one server"), { name: "twice" });

  await spend.reserve({ id: "call", points: 60, maxPoints: 100 });
  const again = await spend.reserve({ id: "call", points: 60, maxPoints: 100 });

  expect(again).toEqual({ isReserved: true, spentPoints: 0, reservedPoints: 60 });
});

test("a server that does not answer fails a step instead of holding it up", async () => {
  const pace = createRedisPace(clientOf("one server"), { name: "away", timeoutMs: 100 });

  server.stop();
  const answer = await pace.takePlace({ places: 1, windowMs: 1000 }).catch((error: Error) => error.message);
  server.resume();

  expect(answer).toBe("Redis did not answer in 100 ms");
});

test("what was counted is there after the server was killed and started again", async () => {
  const spend = createRedisSpend(clientOf("one server"), { name: "killed", timeoutMs: 10_000 });
  await spend.reserve({ id: "call", points: 60, maxPoints: 100 });

  await server.restart();
  const sums = await spend.settle({ id: "call", spentPoints: 50 });

  expect(sums).toMatchObject({ spentPoints: 50, reservedPoints: 0 });
});

test("a name that can't be part of a key is refused", () => {
  const make = () => createRedisPace(clientOf("one server"), { name: "{a}" });

  expect(make).toThrow(OptionError);
});
