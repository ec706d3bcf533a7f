import type { TrafficFinding, TrafficVerdict } from "../traffic/judge-traffic.js";

export interface Grouped extends TrafficFinding {
  count: number;
  exchange: string;
  call: string;
}

/** The upper ends of the buckets of the time to first content, in seconds. */
export const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface Seen {
  judged: number;
  unjudged: { sample: number; backlog: number };
  /** By operation and status: `createMessage 200`. */
  statuses: Map<string, { call: string; operation: string; status: string; count: number }>;
  /** Worst first, then the most frequent. */
  findings: Grouped[];
  firstContent: Map<string, { counts: number[]; sum: number; count: number }>;
  tokens: Map<string, { input: number; output: number }>;
  points: number | undefined;
  balance: number | undefined;
}

const order = ["fail", "warn", "note"];

export function createTally() {
  const groups = new Map<string, Grouped>();
  const statuses: Seen["statuses"] = new Map();
  const firstContent: Seen["firstContent"] = new Map();
  const tokens: Seen["tokens"] = new Map();
  const unjudged = { sample: 0, backlog: 0 };
  let judged = 0;
  let points: number | undefined;
  let balance: number | undefined;

  return {
    /** Takes a verdict; returns the findings of rules that were not found broken before. */
    add(verdict: TrafficVerdict): Grouped[] {
      const { call, operationId: operation = "none", status, firstContentMs, tokens: used } = verdict;
      judged += 1;
      const key = `${operation} ${status ?? "none"}`;
      const known = statuses.get(key) ?? { call, operation, status: String(status ?? "none"), count: 0 };
      statuses.set(key, { ...known, count: known.count + 1 });
      if (firstContentMs !== undefined) addTime(operation, firstContentMs / 1000);
      if (used !== undefined) {
        const sum = tokens.get(operation) ?? { input: 0, output: 0 };
        tokens.set(operation, { input: sum.input + used.input, output: sum.output + used.output });
      }
      if (verdict.points !== undefined) points = (points ?? 0) + verdict.points;
      balance = verdict.balance ?? balance;
      return verdict.findings.flatMap((finding) => addFinding(finding, verdict));
    },
    /** Counts an exchange that passed without being judged. */
    pass(why: "sample" | "backlog"): void {
      unjudged[why] += 1;
    },
    read: (): Seen => ({
      judged,
      unjudged: { ...unjudged },
      statuses,
      findings: [...groups.values()].sort(
        (one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome) || other.count - one.count,
      ),
      firstContent,
      tokens,
      points,
      balance,
    }),
  };

  function addFinding(finding: TrafficFinding, { id, call }: TrafficVerdict): Grouped[] {
    const key = `${finding.rule} ${finding.outcome}`;
    const known = groups.get(key);
    const group = { ...finding, count: (known?.count ?? 0) + 1, exchange: id, call };
    groups.set(key, group);
    return known === undefined ? [group] : [];
  }

  function addTime(operation: string, seconds: number): void {
    const times = firstContent.get(operation) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 };
    for (const [index, most] of buckets.entries()) {
      if (seconds <= most) times.counts[index] = (times.counts[index] ?? 0) + 1;
    }
    firstContent.set(operation, { ...times, sum: times.sum + seconds, count: times.count + 1 });
  }
}
