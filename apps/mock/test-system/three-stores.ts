import { createClient } from "@redis/client";
import { inject } from "vitest";
import { systemClock } from "../src/clock.js";
import { createRedisStore, type SharedStore } from "../src/redis/redis-store.js";
import { createMemoryStore as createOwnStore, type MemoryStoreOptions, type Store } from "../src/store/store.js";

export type { MemoryStoreOptions, Store };

/**
 * Makes a store of three on one Redis, which take their turns; like three processes behind a load balancer. A mock whose
 * test gives it a clock keeps its memory, as a store has a time of its own.
 */
export function createMemoryStore(options: MemoryStoreOptions): Store {
  if (options.clock !== systemClock) return createOwnStore(options);
  let opened: Promise<SharedStore[]> | undefined;
  let turn = 0;
  let { world } = options;
  const next = async (): Promise<SharedStore> => {
    opened ??= open(options);
    const stores = await opened;
    turn += 1;
    const store = stores[turn % stores.length];
    if (store === undefined) throw new Error("There is no store.");
    return store;
  };

  return {
    sessions: {
      enter: async (...asked) => (await next()).sessions.enter(...asked),
      of: async (...asked) => (await next()).sessions.of(...asked),
      list: async () => (await next()).sessions.list(),
      forget: async (name) => (await next()).sessions.forget(name),
      worlds: () => [world.name, ...Object.keys(world.variants)],
      async setWorld(given) {
        world = given;
        opened ??= open(options);
        const [first, ...others] = await opened;
        await first?.sessions.setWorld(given);
        // The data file is passed on by `shareWorld`, which a mock without a file to read does not call.
        for (const { sessions } of others) sessions.followWorld(given);
      },
      followWorld: () => undefined,
    },
    files: {
      add: async (file) => (await next()).files.add(file),
      find: async (path) => (await next()).files.find(path),
    },
    ready: async () => (await next()).ready(),
    close: async () => {
      for (const store of (await opened) ?? []) await store.close();
    },
  };
}

async function open(options: MemoryStoreOptions): Promise<SharedStore[]> {
  const url = inject("redisURL");
  const client = await createClient({ url }).connect();
  const database = await client.incr("databases");
  client.destroy();
  const given = { ...options, sessionTtlMs: 3_600_000, worldOptions: {} };
  return Promise.all([1, 2, 3].map(() => createRedisStore(`${url}/${database}`, given)));
}
