import { expect } from "vitest";

interface Accumulator<Event, Result> {
  add(event: Event): void;
  result(): Result;
}

const parts = 64;

/**
 * Adds up the events of a size, and returns their result. Checks that this takes about the CPU time of 64 sums of a 64th
 * of the size: work that grows with the square takes 64 times as long. The limit is between, far from both.
 */
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

  const [whole, part] = [eventsOf(size), eventsOf(Math.ceil(size / parts))];
  const start = process.threadCpuUsage();
  for (let count = 0; count < parts; count++) sumOf(part);
  const ofParts = process.threadCpuUsage(start);
  const middle = process.threadCpuUsage();
  const result = sumOf(whole);
  const ofWhole = process.threadCpuUsage(middle);

  // Some systems count CPU time in steps of 10 ms.
  expect(ofWhole.user + ofWhole.system).toBeLessThan(8 * Math.max(ofParts.user + ofParts.system, 20_000));
  return result;
}
