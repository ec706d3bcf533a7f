// One of ten processes that use one key: makes a number of calls with a shared pacer or guard until it is told to stop; then
// prints their outcomes.
import { ModelAccess } from "@model-access/sdk";
import { createPacer, createPriceTable, createSpendGuard, SpendLimitError } from "@model-access/sdk/points";
import { createRedisPace, createRedisSpend } from "@model-access/sdk/points-redis";
import { createClient } from "redis";

const [redisURL, baseURL, what, count] = process.argv.slice(2);
const redis = await createClient({ url: redisURL }).connect();
// On a busy machine, the store may exceed the default timeout, after which a pacer counts alone.
const fleet = { name: "fleet", timeoutMs: 60_000 };
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

const plain = new ModelAccess({
  apiKey: "sk-mock-full",
  baseURL,
  maxRetries: 0,
  signal: stop.signal,
  defaultHeaders: { "x-mock-session": what },
});
const outcomes = { made: 0, refused: 0, stopped: 0, failed: 0, estimate: 0 };
await (what === "pacer" ? pace() : spend());
console.log(JSON.stringify(outcomes));
await redis.close();

async function pace() {
  const pace = createRedisPace(redis, fleet);
  const takePlace = async ({ places, windowMs }) => {
    // Ten minutes instead of one, so that no slot is freed before the test ends.
    const answer = await pace.takePlace({ places, windowMs: 10 * windowMs });
    if ("waitMs" in answer) console.log("It waits.");
    return answer;
  };
  const client = plain.withOptions({ middleware: [createPacer({ shared: { ...pace, takePlace } })] });
  await Promise.all(Array.from({ length: Number(count) }, () => note(client.models.list())));
}

async function spend() {
  const prices = createPriceTable({
    data: [{ id: "GPT-5.2", metadata: { display_name: "GPT-5.2" }, pricing: { points: { request: "100" } } }],
  });
  const shared = createRedisSpend(redis, fleet);
  const guard = createSpendGuard({ prices, maxPoints: 5000, shared });
  const client = plain.withOptions({ middleware: [guard.middleware] });
  const messages = [{ role: "user", content: "Name one prime." }];
  await Promise.all(
    Array.from({ length: Number(count) }, () => note(client.chat.completions.create({ model: "GPT-5.2", messages }))),
  );
}

async function note(call) {
  try {
    await call;
    outcomes.made++;
  } catch (error) {
    if (error.status === 429) outcomes.refused++;
    else if (error instanceof SpendLimitError || stop.signal.aborted) outcomes.stopped++;
    else {
      outcomes.failed++;
      console.error(error);
    }
  }
}
