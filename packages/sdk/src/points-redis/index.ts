export { createRedisPace } from "./redis-pace.js";
export { createRedisSpend } from "./redis-spend.js";
export type { RedisClient, RedisOptions } from "./run-script.js";
