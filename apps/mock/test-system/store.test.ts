import { afterAll, beforeAll } from "vitest";
import { startRedis, startRedisCluster } from "../../../scripts/redis-server.mjs";
import { createRedisStore, type SharedStore } from "../src/redis/redis-store.js";
import type { Store } from "../src/store/store.js";
import { conformanceOptions, describeStore } from "../test/store-conformance.js";

const opened: Record<"one" | "cluster", SharedStore[]> = { one: [], cluster: [] };
let server: Awaited<ReturnType<typeof startRedis>>;
let cluster: Awaited<ReturnType<typeof startRedisCluster>>;

beforeAll(async () => {
  [server, cluster] = await Promise.all([startRedis(), startRedisCluster()]);
  opened.one = await openTwice(server.url);
  opened.cluster = await openTwice(cluster.urls[1] ?? "");
});

afterAll(async () => {
  await Promise.all([...opened.one, ...opened.cluster].map((store) => store.close()));
  await Promise.all([server?.close(), cluster?.close()]);
});

/** Two stores on one server, as two processes have them. */
function openTwice(url: string): Promise<SharedStore[]> {
  const options = { ...conformanceOptions(), sessionTtlMs: 3_600_000, worldOptions: {} };
  return Promise.all([1, 2].map(() => createRedisStore(url, options)));
}

const doorsOf = (name: "one" | "cluster") => (): [Store, Store] => {
  const [first, second] = opened[name];
  if (first === undefined || second === undefined) throw new Error("The stores are not open.");
  return [first, second];
};

describeStore("a store in Redis", doorsOf("one"));
describeStore("a store in a cluster of three", doorsOf("cluster"));
