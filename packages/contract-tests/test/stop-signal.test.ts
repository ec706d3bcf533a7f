import { expect, test, vi } from "vitest";
import { stopSignal } from "../src/command-line/stop-signal.js";

test.each(["SIGINT", "SIGTERM"] as const)(
  "aborts at the first %s, and leaves the second to end the process",
  (name) => {
    const before = [process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")];
    const onStop = vi.fn();
    const signal = stopSignal(onStop);

    process.listeners(name).at(-1)?.(name);

    expect(signal.aborted).toBe(true);
    expect(onStop).toHaveBeenCalledOnce();
    expect([process.listenerCount("SIGINT"), process.listenerCount("SIGTERM")]).toEqual(before);
  },
);
