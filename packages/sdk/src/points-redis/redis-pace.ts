import type { SharedPace } from "../points/pace.js";
import { createScripts, type RedisClient, type RedisOptions } from "./run-script.js";

const takePlace = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local places, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local paused = redis.call('PTTL', KEYS[2])
if paused > 0 then return {0, paused} end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local taken = redis.call('ZCARD', KEYS[1])
if taken >= places then
  local next = redis.call('ZRANGE', KEYS[1], taken - places, taken - places, 'WITHSCORES')
  return {0, next[2] + window - now}
end
redis.call('ZADD', KEYS[1], now, ARGV[3])
redis.call('PEXPIRE', KEYS[1], window)
return {1, 0}`;

const returnPlace = "return {redis.call('ZREM', KEYS[1], ARGV[1])}";

const pause = `
if redis.call('PTTL', KEYS[2]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[2], '1', 'PX', ARGV[1]) end
return {1}`;

/**
 * Counts the attempts of all pacers with one name in Redis or Valkey, by the server's clock.
 *
 * @example
 * const redis = await createClient({ url: process.env.REDIS_URL }).connect();
 * const pacer = createPacer({ shared: createRedisPace(redis, { name: "batch" }) });
 */
export function createRedisPace(client: RedisClient, options: RedisOptions): SharedPace {
  const scripts = createScripts(client, options, ["places", "pause"]);
  return {
    async takePlace({ places, windowMs }) {
      const place = crypto.randomUUID();
      const [isTaken, waitMs] = await scripts.run(takePlace, places, windowMs, place);
      return isTaken === 1 ? { place } : { waitMs: Number(waitMs) };
    },
    async returnPlace(place) {
      await scripts.run(returnPlace, place);
    },
    async pause(pauseMs) {
      await scripts.run(pause, Math.ceil(pauseMs));
    },
  };
}
