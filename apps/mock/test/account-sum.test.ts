import { expect, test } from "vitest";
import { allEntries, createAccount } from "./account-requests.js";
import { createClient } from "./client.js";
import { createManualClock } from "./manual-clock.js";

const requestsPerMinute = 4;

const models = ["Narrator-1", "GPT-5.2", "Claude-Sonnet-4.5", "Gemini-2.5-Flash", "Sora-2", "Veo-3.1", "trip-planner"];

const messages = [{ role: "user", content: "Name a prime." }];

/** Calls of every kind, each made with one random number. */
const calls: ((account: ReturnType<typeof createAccount>, random: number) => Promise<Response>)[] = [
  ({ chat }, random) => chat({ model: models[random % models.length] }),
  ({ chat }, random) => chat({ model: models[random % models.length], stream: true }),
  ({ chat }, random) => chat({ model: models[random % models.length] }, { prefer: "example=chatToolCallsReply" }),
  ({ chat }) => chat({}, { prefer: "code=503" }),
  ({ chat }) => chat({ model: "no-such" }),
  ({ chat }) => chat({ temperature: 3 }),
  ({ chat }) => chat({}, { authorization: "Bearer sk-mock-revoked" }),
  ({ post }, random) =>
    post("/v1/messages", { model: "claude-haiku-4-5", max_tokens: 9, messages, stream: random % 2 === 0 }),
  ({ post }, random) => post("/v1/responses", { model: "GPT-5.2", input: "Hello", stream: random % 2 === 0 }),
  ({ post }) => post("/v1/videos", { model: "Sora-2", prompt: "Rain." }),
  ({ post }) => post("/v1/videos", { model: "Sora-2" }),
  ({ get }) => get("/v1/models"),
];

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "opening balance less history is the balance, whatever was asked (seed %i)",
  async (seed) => {
    const clock = createManualClock();
    const account = createAccount(createClient({ clock, requestsPerMinute, seed }));
    const random = createRandom(seed);
    const statuses = new Set<number>();

    for (let step = 0; step < 120; step++) {
      const response = await calls[random() % calls.length]?.(account, random());
      statuses.add(response?.status ?? 0);
      if (random() % 2 === 0) await response?.text();
      else await response?.body?.cancel();
      await clock.advance(random() % 30_000);
    }

    await clock.advance(60_000);
    const balance = await account.balance();
    const entries = await allEntries(
      {
        async history(query) {
          await clock.advance(60_000);
          return account.history(query);
        },
      },
      40,
    );
    const spent = entries.reduce((sum, { cost_points }) => sum + cost_points, 0);
    expect([...statuses].sort()).toEqual([200, 400, 401, 429, 503]);
    expect(spent).toBeGreaterThan(0);
    expect(entries.every(({ cost_points }) => cost_points > 0)).toBe(true);
    expect(balance).toBe(1_000_000 - spent);
  },
);

/** The same seed gives the same numbers (Lehmer). */
function createRandom(seed: number): () => number {
  let state = seed * 48_271;

  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
}
