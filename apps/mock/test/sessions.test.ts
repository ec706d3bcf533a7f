import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { createManualClock } from "./manual-clock.js";
import { bearer } from "./requests.js";

/** A client that asks in a session, and the balance of one. */
function createAsking(options = {}) {
  const client = createClient(options);
  const inSession = (session: string) => ({ headers: { "x-mock-session": session } });
  const get = (path: string, session: string) => client.get(path, inSession(session));
  const chat = (session: string, fields = {}) => client.chat(fields, inSession(session).headers);
  const balance = async (session: string) => (await get("/v1/balance", session)).json();
  return { get, chat, balance };
}

test("what a session spends is not felt in another one", async () => {
  const { chat, balance } = createAsking();

  await chat("one");

  expect(await balance("one")).not.toEqual(await balance("two"));
  expect(await balance("two")).toMatchObject({ current_point_balance: 1_000_000 });
});

test("a rate window that is full in one session has room in another one", async () => {
  const { get } = createAsking({ requestsPerMinute: 1 });
  await get("/v1/models", "one");

  const [again, other] = [await get("/v1/models", "one"), await get("/v1/models", "two")];

  expect([again.status, other.status]).toEqual([429, 200]);
});

test.for(["a b", ".", "..", "a".repeat(65)])("the session name '%s' is refused with what a name is", async (name) => {
  const response = await createAsking().get("/v1/models", name);

  expect(response.status).toBe(400);
  expect(await response.text()).toMatch(
    /header 'x-mock-session' names is expected to be 1 to 64 .* not '\.' or '\.\.'/,
  );
});

test("the same calls in two sessions of a standing clock have the same bytes", async () => {
  const { get, chat } = createAsking({ clock: createManualClock(1_790_000_000_000) });
  const calls = async (session: string) => {
    const answers = [
      await chat(session),
      await chat(session, { stream: true }),
      await get("/usage/points_history", session),
    ];
    return Promise.all(answers.map(async (answer) => [[...answer.headers], await answer.text()]));
  };

  expect(await calls("one")).toEqual(await calls("two"));
});

test.for<[string, object, Record<string, string>]>([
  ["the model's name", { model: "GPT-5.2!status-503" }, {}],
  ["the key", {}, bearer("sk-mock-full!status-503")],
])("a fault can be asked for by %s", async ([, fields, headers]) => {
  expect((await createClient().chat(fields, headers)).status).toBe(503);
});

test("a fault by the name of a bot leaves its name as it was", async () => {
  const response = await createClient().chat({ model: "GPT-5.2!slow-headers;ms=0" });

  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ model: "GPT-5.2" });
});

test("an unknown fault in a name is refused with the known ones", async () => {
  const response = await createClient().chat({ model: "GPT-5.2!nonsense" });

  expect(response.status).toBe(400);
  expect(await response.text()).toContain("'nonsense' is no fault of the mock; it must be one of status-400");
});
