/** The meaning of `--chaos`, as the flags `--fault` and `--latency` write it. */
export const chaos = {
  light: {
    faults: [
      "status-429;after=1 chance=0.02",
      "status-503 chance=0.02",
      "slow-headers;ms=2000 chance=0.02",
      "clean-cut;at=3 chance=0.01",
    ],
    latencies: ["overloaded chance=0.02", "first=200,gap=25,spread=0.5"],
  },
  heavy: {
    faults: [
      "status-429;after=2 chance=0.1",
      "status-500 chance=0.05",
      "status-503 chance=0.05",
      "reset chance=0.03",
      "html-200 chance=0.01",
      "stall;at=3 chance=0.02",
      "clean-cut;at=3 chance=0.03",
      "error-event;at=3 chance=0.03",
      "half-frame;at=3 chance=0.02",
      "cut-json chance=0.02",
    ],
    latencies: ["overloaded chance=0.1", "first=1000,gap=60,spread=1"],
  },
} as const;

/** A preset of faults that come by chance, and of latencies. */
export type Chaos = keyof typeof chaos;
