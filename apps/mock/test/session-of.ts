import type { Clock } from "../src/clock.js";
import { latencies } from "../src/latency/latency.js";
import type { Session } from "../src/session/session.js";
import { createMemoryStore } from "../src/store/store.js";
import type { World } from "../src/world/world.js";
import { createManualClock } from "./manual-clock.js";

/** A session in memory, in a world. */
export function createSessionOf(world: World, clock: Clock = createManualClock()): Promise<Session> {
  const limits = { requestsPerMinute: 500, points: 1_000_000, journalSize: 10, journalBytes: 1e6, maxBodyValues: 1000 };
  return createMemoryStore({ world, clock, seed: 1, latency: latencies.instant, ...limits }).sessions.of();
}
