import { expect, test } from "vitest";
import { createAdmin, question, stream } from "./admin-calls.js";

test("the latency that is set holds for the requests of its session from then on", async () => {
  const { call, of, ask } = createAdmin();
  await of("PUT", "/clock", { isFrozen: true });

  const set = await of("PUT", "/latency", { firstMs: 1000, gapMs: 100 });
  const slow = ask(stream);
  const other = await ask(question, "sk-mock-full", { "x-mock-session": "other" });
  const waiting = await Promise.race([slow.then((response) => response.text()), other.text().then(() => "waits")]);
  await of("POST", "/clock/advance", { ms: 60_000 });

  expect(set).toEqual({ firstMs: 1000, gapMs: 100, spread: 0 });
  expect(waiting).toBe("waits");
  expect(await (await call("GET", "/sessions/other/latency")).json()).toEqual({ firstMs: 0, gapMs: 0, spread: 0 });
});

test("a session that is begun anew has the mock's latency again", async () => {
  const { of } = createAdmin({ latency: "fast" });
  await of("PUT", "/latency", { preset: "overloaded" });

  await of("PUT", "");

  expect(await of("GET", "/latency")).toEqual({ firstMs: 60, gapMs: 15, spread: 0 });
});
