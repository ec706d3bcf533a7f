import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { createAdmin } from "./admin-calls.js";
import { createManualClock } from "./manual-clock.js";
import { bearer, json } from "./requests.js";

const question = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] };

function createClient(options = {}) {
  const mock = createMock({ latency: "instant", ...options });
  const ask = (
    path: string,
    { session, key = "sk-mock-full", ...init }: RequestInit & { session?: string; key?: string } = {},
  ) =>
    mock.fetch(`http://mock${path}`, {
      ...init,
      headers: { ...bearer(key), ...init.headers, ...(session !== undefined && { "x-mock-session": session }) },
    });
  const balance = async (session: string) =>
    ((await (await ask("/usage/current_balance", { session })).json()) as { current_point_balance: number })
      .current_point_balance;
  return { ask, balance };
}

test("what a session spends is not felt in another one", async () => {
  const { ask, balance } = createClient();

  await ask("/v1/chat/completions", { ...json(question), session: "one" });

  expect(await balance("one")).toBeLessThan(1_000_000);
  expect(await balance("two")).toBe(1_000_000);
});

test("a rate window that is full in one session has room in another one", async () => {
  const { ask } = createClient({ requestsPerMinute: 1 });
  await ask("/v1/models", { session: "one" });

  const [again, other] = [await ask("/v1/models", { session: "one" }), await ask("/v1/models", { session: "two" })];

  expect([again.status, other.status]).toEqual([429, 200]);
});

test("a name that is none is refused with what a name is", async () => {
  const { ask } = createClient();

  const response = await ask("/v1/models", { session: "a b" });

  expect(response.status).toBe(400);
  expect(await response.text()).toContain("that the header 'x-mock-session' names is expected to be 1 to 64 letters");
});

test("the same calls in two sessions of a standing clock have the same bytes", async () => {
  const { ask } = createClient({ clock: createManualClock(1_790_000_000_000) });
  const calls = async (session: string) => {
    const answers = [
      await ask("/v1/chat/completions", { ...json(question), session }),
      await ask("/v1/chat/completions", { ...json({ ...question, stream: true }), session }),
      await ask("/usage/points_history", { session }),
    ];
    return Promise.all(answers.map(async (answer) => [[...answer.headers], await answer.text()]));
  };

  expect(await calls("one")).toEqual(await calls("two"));
});

test.each([
  ["the model's name", { model: "GPT-5.2!status-503" }, "sk-mock-full"],
  ["the key", {}, "sk-mock-full!status-503"],
])("a fault can be asked for by %s", async (_name, fields, key) => {
  const { ask } = createClient();

  const response = await ask("/v1/chat/completions", { ...json({ ...question, ...fields }), key });

  expect(response.status).toBe(503);
});

test("a fault by the name of a bot leaves its name as it was", async () => {
  const { ask } = createClient();

  const response = await ask("/v1/chat/completions", json({ ...question, model: "GPT-5.2!slow-headers;ms=0" }));

  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ model: "GPT-5.2" });
});

test("an unknown fault in a name is told with the faults there are", async () => {
  const { ask } = createClient();

  const response = await ask("/v1/chat/completions", json({ ...question, model: "GPT-5.2!nonsense" }));

  expect(response.status).toBe(400);
  expect(await response.text()).toContain("'nonsense' is no fault of the mock; it must be one of status-400");
});

test.each([".", ".."])("the session name '%s', which is a step in a path, is refused", async (name) => {
  const { ask, call } = createAdmin();

  const response = await ask(undefined, "sk-mock-full", { "x-mock-session": name });

  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain("not '.' or '..'");
  expect(await (await call("GET", "/sessions")).text()).not.toContain(`"name":"${name}"`);
});
