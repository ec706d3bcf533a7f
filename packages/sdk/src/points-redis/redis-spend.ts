import type { SharedSpend } from "../points/shared-spend.js";
import { createScripts, type RedisClient, type RedisOptions } from "./run-script.js";

// One hash: `spent`, `reserved`, and a field for each reservation, by its id.
const sums = `
local function number(field) return tonumber(redis.call('HGET', KEYS[1], field) or '0') end
local function set(field, value) redis.call('HSET', KEYS[1], field, string.format('%.17g', value)) end
local function result(isReserved)
  return {isReserved, string.format('%.17g', number('spent')), string.format('%.17g', number('reserved'))}
end`;

const reserve = `${sums}
local points = tonumber(ARGV[2])
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return result(1) end
if points > math.max(0, tonumber(ARGV[3]) - number('spent') - number('reserved')) then return result(0) end
set(ARGV[1], points)
set('reserved', number('reserved') + points)
return result(1)`;

// Without reservations nothing is reserved, whatever the sum of fractions says.
const settle = `${sums}
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  local reserved = number('reserved') - number(ARGV[1])
  redis.call('HDEL', KEYS[1], ARGV[1])
  set('spent', number('spent') + tonumber(ARGV[2]))
  set('reserved', redis.call('HLEN', KEYS[1]) == 2 and 0 or reserved)
end
return result(1)`;

/**
 * Adds up the points of all guards with one name in Redis or Valkey, until its key is deleted. What a process had reserved
 * when it died stays reserved, because it may have been charged.
 *
 * @example
 * const redis = await createClient({ url: process.env.REDIS_URL }).connect();
 * const guard = createSpendGuard({ prices, maxPoints: 5000, shared: createRedisSpend(redis, { name: "batch" }) });
 */
export function createRedisSpend(client: RedisClient, options: RedisOptions): SharedSpend {
  const scripts = createScripts(client, options, ["spend"]);
  async function run(script: string, ...values: (string | number)[]) {
    const [isReserved, spent, reserved] = await scripts.run(script, ...values);
    return { isReserved: isReserved === 1, spentPoints: Number(spent), reservedPoints: Number(reserved) };
  }
  return {
    reserve: ({ id, points, maxPoints }) => run(reserve, id, points, maxPoints),
    settle: ({ id, spentPoints }) => run(settle, id, spentPoints),
  };
}
