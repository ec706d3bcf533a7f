import { expect, test } from "vitest";
import { measureInTurn } from "../src/measure-in-turn.ts";

/** Creates contenders that log their calls. */
function createContenders(measure: (name: string) => number) {
  const log: string[] = [];
  const contenders = ["a", "b"].map((name) => ({
    name,
    async start() {
      log.push(`start ${name}`);
      return { [Symbol.asyncDispose]: async () => void log.push(`end ${name}`) };
    },
    async measure() {
      log.push(name);
      return { time: measure(name) };
    },
  }));
  return { log, contenders };
}

test("measures contenders in turn, and keeps their processes for all rounds", async () => {
  const { log, contenders } = createContenders(() => 1);

  const rows = await measureInTurn(contenders, { rounds: 2 });

  expect(log).toEqual(["start a", "a", "start b", "b", "b", "a", "end b", "end a"]);
  expect(rows).toEqual([
    { name: "a", figures: { time: [1, 1] } },
    { name: "b", figures: { time: [1, 1] } },
  ]);
});

test("ends a fresh process before the next one starts", async () => {
  const { log, contenders } = createContenders(() => 1);

  await measureInTurn(contenders, { rounds: 1, isFresh: true });

  expect(log).toEqual(["start a", "a", "end a", "start b", "b", "end b"]);
});

test.each([true, false])("records a failure, and continues with the others (fresh: %s)", async (isFresh) => {
  const { log, contenders } = createContenders((name) => {
    if (name === "a") throw new Error("fetch failed", { cause: new Error("reset") });
    return 2;
  });

  const rows = await measureInTurn(contenders, { rounds: 2, isFresh });

  expect(rows).toEqual([
    { name: "a", figures: {}, failure: "fetch failed: reset" },
    { name: "b", figures: { time: [2, 2] } },
  ]);
  expect(log.filter((entry) => entry.startsWith("start")).length).toBe(
    log.filter((entry) => entry.startsWith("end")).length,
  );
});
