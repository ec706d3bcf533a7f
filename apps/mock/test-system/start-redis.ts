import type { TestProject } from "vitest/node";
import { startRedis } from "../../../scripts/redis-server.mjs";

/** Starts a Redis with a database for each mock of the tests. */
export default async function setup({ provide }: TestProject) {
  const redis = await startRedis({ options: ["--databases", "100000"] });
  provide("redisURL", redis.url);
  return () => redis.close();
}

declare module "vitest" {
  interface ProvidedContext {
    redisURL: string;
  }
}
