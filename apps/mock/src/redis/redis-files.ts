import { type FileStore, fileBytes, filesKept, idIn, idOf, pathOf } from "../files/file-store.js";
import type { Connection } from "./connect.js";
import { defineScript } from "./script.js";

// A hash for each file, beside one of sizes and an order by the time of use.
const addScript = defineScript(`
local id, ttl, most, mostBytes, nowMs = ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
local order, sizes = KEYS[1] .. 'order', KEYS[1] .. 'sizes'
local file = KEYS[1] .. id
redis.call('HSET', file, 'name', ARGV[7], 'type', ARGV[8], 'bytes', ARGV[9])
redis.call('PEXPIRE', file, ttl)
redis.call('HINCRBY', sizes, 'sum', #ARGV[9] - tonumber(redis.call('HGET', sizes, id) or '0'))
redis.call('HSET', sizes, id, #ARGV[9])
redis.call('ZADD', order, nowMs, id)
while redis.call('ZCARD', order) > 1 do
  local oldest = redis.call('ZRANGE', order, 0, 0)[1]
  local isGone = redis.call('EXISTS', KEYS[1] .. oldest) == 0
  if not isGone and redis.call('ZCARD', order) <= most and tonumber(redis.call('HGET', sizes, 'sum')) <= mostBytes then break end
  redis.call('DEL', KEYS[1] .. oldest)
  redis.call('ZREM', order, oldest)
  redis.call('HINCRBY', sizes, 'sum', -tonumber(redis.call('HGET', sizes, oldest) or '0'))
  redis.call('HDEL', sizes, oldest)
end
redis.call('PEXPIRE', order, ttl)
redis.call('PEXPIRE', sizes, ttl)
return {1}`);

const findScript = defineScript(`
local file = KEYS[1] .. ARGV[2]
redis.call('PEXPIRE', file, ARGV[3])
return redis.call('HMGET', file, 'name', 'type', 'bytes')`);

const key = "model-access-mock:{files}:";

export function createRedisFiles(connection: Connection, { ttlMs }: { ttlMs: number }): FileStore {
  return {
    async add(file) {
      const { name, mediaType, bytes } = file;
      const id = idOf(file);
      const limits = [ttlMs, filesKept, fileBytes, connection.now()].map(String);
      await connection.run(addScript, key, [id, ...limits, name, mediaType, Buffer.from(bytes)]);
      return pathOf(id, file);
    },
    async find(path) {
      const id = idIn(path);
      return id === undefined ? undefined : findFile(id);
    },
  };

  async function findFile(id: string) {
    const found = (await connection.runForBytes(findScript, key, [id, String(ttlMs)])) as (Buffer | null)[]; // by the script
    const [name, mediaType, bytes] = found;
    if (name == null || mediaType == null || bytes == null) return undefined;
    return { name: name.toString(), mediaType: mediaType.toString(), bytes: new Uint8Array(bytes) };
  }
}
