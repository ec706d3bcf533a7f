import { createSessions, type SessionsOptions } from "../session/sessions.js";
import type { Store } from "../store/store.js";
import type { WorldOptions } from "../world/read-world.js";
import type { World } from "../world/world.js";
import { connect } from "./connect.js";
import { createRedisFiles } from "./redis-files.js";
import { createRedisSessions } from "./redis-sessions.js";
import { shareWorld } from "./share-world.js";

/** The options of a store beside those of its sessions. */
export interface RedisStoreOptions extends SessionsOptions {
  /** The time for which a session or a file that nobody uses is kept. */
  sessionTtlMs: number;
  /** The options from which this process makes its world. */
  worldOptions: WorldOptions;
  log?: ((line: string) => void) | undefined;
}

/** A store that other processes use too. */
export interface SharedStore extends Store {
  /** Puts the world of a data file in force that this process has read again, here and in the others. */
  shareWorld(world: World): Promise<void>;
}

/**
 * Connects to Redis or Valkey and keeps everything there, for all processes that do the same. Throws a `RangeError` of one
 * sentence where it can't.
 */
export async function createRedisStore(url: string, options: RedisStoreOptions): Promise<SharedStore> {
  const { log = () => undefined, sessionTtlMs, worldOptions } = options;
  const connection = await connect(url, log);
  try {
    const sessions = createSessions(await createRedisSessions(connection, options), options);
    const { share, stop } = await shareWorld(connection, { options: worldOptions, sessions, log });
    return {
      sessions,
      files: createRedisFiles(connection, { ttlMs: sessionTtlMs }),
      ready: () => connection.check(),
      shareWorld: share,
      close() {
        stop();
        return connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
