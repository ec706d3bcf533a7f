import { expect, test } from "vitest";
import { createMock, type MockOptions } from "../src/index.js";
import { bearer, json } from "./requests.js";

const pointsOf = async (options: MockOptions, key = "sk-mock-full") => {
  const { fetch } = createMock(options);
  const response = await fetch("http://mock/usage/current_balance", { headers: bearer(key) });
  return ((await response.json()) as { current_point_balance: number }).current_point_balance;
};

test("every key that says nothing of points begins with those of the option", async () => {
  const state = { keys: { "sk-team": { name: "team" }, "sk-poor": { name: "poor", points: 7 } } };

  expect(await pointsOf({ points: 25, state })).toBe(25);
  expect(await pointsOf({ points: 25, state }, "sk-team")).toBe(25);
  expect(await pointsOf({ points: 25, state }, "sk-poor")).toBe(7);
  expect(await pointsOf({ points: 25, state }, "sk-mock-low")).toBe(0);
});

test("a key that a test creates begins with them too, and one that is given others with those", async () => {
  const { fetch } = createMock({ points: 25 });
  const create = async (body: object) => {
    const init = { ...json(body), headers: { "x-mock-admin": "1" } };
    const response = await fetch("http://mock/_mock/api/sessions/default/keys", init);
    return ((await response.json()) as { points: number }).points;
  };

  expect([await create({}), await create({ points: 3 })]).toEqual([25, 3]);
});

test("unlimited points are more than any load test spends, and the history still sums up", async () => {
  const { fetch } = createMock({ points: "unlimited", latency: "instant" });
  const body = { model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }] };
  const { headers, ...init } = json(body);
  const ask = (path: string, more: RequestInit = {}) =>
    fetch(`http://mock${path}`, { ...more, headers: { ...bearer("sk-mock-full"), ...(more.headers as object) } });
  const before = await pointsOf({ points: "unlimited" });

  await ask("/v1/chat/completions", { ...init, headers: headers as Record<string, string> });

  const balance = (await (await ask("/usage/current_balance")).json()) as { current_point_balance: number };
  const history = (await (await ask("/usage/points_history")).json()) as { data: { cost_points: number }[] };
  expect(before).toBe(1_000_000_000_000_000);
  expect(before - balance.current_point_balance).toBe(history.data[0]?.cost_points);
});

test.each([-1, 1.5, Number.NaN, "many", 1e16])("points of %s are refused in one sentence", (points) => {
  const wrong = () => createMock({ points } as MockOptions);

  expect(wrong).toThrow(`points is ${points}; it must be a whole number from 0 to 1000000000000000, or 'unlimited'.`);
});
