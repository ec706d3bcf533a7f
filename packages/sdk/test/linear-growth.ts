import { expect } from "vitest";

interface Accumulator<Event, Result> {
  add(event: Event): void;
  result(): Result;
}

const parts = 64;

/**
 * Checks that work of a size takes about the CPU time of 64 works of a 64th of it: work that grows with the square takes 64
 * times as long. The limit is between, far from both. Returns the result of the whole.
 */
export function runInLinearTime<Input, Result>(
  run: (input: Input) => Result,
  size: number,
  inputOf: (size: number) => Input,
): Result {
  const [whole, part] = [inputOf(size), inputOf(Math.ceil(size / parts))];
  const start = process.threadCpuUsage();
  for (let count = 0; count < parts; count++) run(part);
  const ofParts = process.threadCpuUsage(start);
  const middle = process.threadCpuUsage();
  const result = run(whole);
  const ofWhole = process.threadCpuUsage(middle);

  // Some systems count CPU time in steps of 10 ms.
  expect(ofWhole.user + ofWhole.system).toBeLessThan(8 * Math.max(ofParts.user + ofParts.system, 20_000));
  return result;
}

/** Adds up the events of a size in linear time, and returns their result. */
export function sumInLinearTime<Event, Result>(
  createAccumulator: () => Accumulator<Event, Result>,
  size: number,
  eventsOf: (size: number) => object[],
): Result {
  function sumOf(events: object[]): Result {
    const accumulator = createAccumulator();
    // Tests also add what the type does not allow.
    for (const event of events) accumulator.add(event as Event);
    return accumulator.result();
  }

  return runInLinearTime(sumOf, size, eventsOf);
}
