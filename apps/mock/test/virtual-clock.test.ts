import { expect, test } from "vitest";
import { createVirtualClock } from "../src/session/virtual-clock.js";
import { createManualClock } from "./manual-clock.js";

function createSleeper() {
  const base = createManualClock(1000);
  const clock = createVirtualClock(base);
  let isAwake = false;
  clock.setTimer(100, () => {
    isAwake = true;
  });
  return { base, clock, isAwake: () => isAwake };
}

test("runs with the clock below it", async () => {
  const { base, clock, isAwake } = createSleeper();

  await base.advance(99);
  expect(isAwake()).toBe(false);
  await base.advance(1);

  expect(clock.now()).toBe(1100);
  expect(isAwake()).toBe(true);
});

test("wakes overdue sleepers when it is advanced", async () => {
  const { base, clock, isAwake } = createSleeper();

  await clock.advance(100);
  await base.advance(0);

  expect(clock.now()).toBe(1100);
  expect(isAwake()).toBe(true);
});

test("waits for the remaining time after a shorter advance", async () => {
  const { base, clock, isAwake } = createSleeper();

  await clock.advance(60);
  await base.advance(39);
  expect(isAwake()).toBe(false);
  await base.advance(1);

  expect(isAwake()).toBe(true);
});

test("wakes nobody while it is frozen", async () => {
  const { base, clock, isAwake } = createSleeper();

  await clock.freeze();
  await base.advance(1000);
  expect([clock.now(), clock.isFrozen, isAwake()]).toEqual([1000, true, false]);
  await clock.run();
  await base.advance(100);

  expect([clock.now(), clock.isFrozen, isAwake()]).toEqual([1100, false, true]);
});

test("freezes at a given time and advances from there", async () => {
  const { clock } = createSleeper();

  await clock.freeze(50);
  await clock.advance(7);

  expect(clock.now()).toBe(57);
});

test("of a timer that is cancelled nothing is left below", async () => {
  const base = createManualClock(0);
  const clock = createVirtualClock(base);
  let isAwake = false;
  const cancel = clock.setTimer(10, () => {
    isAwake = true;
  });

  cancel();
  await base.advance(10);

  expect(isAwake).toBe(false);
  expect(base.sleepers).toBe(0);
});
