import type { Provenance } from "@model-access/contract";
import type { Exchange } from "./exchange.js";
import type { Topic } from "./topic.js";

/** The weight of a rule: a broken `must` makes a run fail, and a broken `should` only on security or money. */
export type Level = "must" | "should" | "note";

/** A broken rule's fault, with the evidence for it. */
export interface Finding {
  message: string;
  expected?: string;
  actual?: string;
  /** The place in the body or in the event's payload, as a JSON pointer. */
  pointer?: string;
  /** The number of the event in the stream, from 1. */
  eventNumber?: number;
  /** The contract's source of the broken element, where this differs from the rule's own: it decides what the finding weighs. */
  provenance?: Provenance;
  /** The row of the specification that is broken, where it is not the first of the rule's. */
  requirement?: string;
  /** The call that it is about, where that is not the first that the rule reads. */
  exchange?: Exchange;
}

/** The verdict of a rule on the exchanges it reads. The last three are neither good nor bad: nothing could be judged. */
export type Verdict =
  | { outcome: "pass" }
  | { outcome: "broken"; finding: Finding }
  | { outcome: "skip" | "blocked" | "inconclusive"; reason: string; needs?: string };

/** One statement about a deployment. Its id is stable; the first segment is its area. */
export interface Rule {
  id: string;
  /** One sentence: what a deployment that keeps the rule does. */
  sentence: string;
  requirements: string[];
  provenance: Provenance;
  /** Its subject; the shape of an answer without it. */
  topic?: Topic;
  level: Level;
  /** The official client that breaks without it: what lifts an upstream rule to a must. */
  client?: string;
  /** The names of the check that it is, and of those before it, where they are made of other calls too. */
  checks?: string[];
  /** The rules on the same checks of earlier calls: where one of them is broken, it is not told again. */
  like?: string[];
  /** Ids of the exchanges it reads; a finding quotes the first. */
  exchanges: string[];
  /** True where it judges that exchanges are missing: it is given those that there are. With "absent" only where they are not offered. */
  takesMissing?: true | "absent";
  /** True where it judges all calls that the run has made by then; of those it names, it needs the first only. */
  readsAll?: true;
  /** True where it holds for every answer, and so for one to a plainer request than the rule's call. */
  takesPlainer?: true;
  /** It holds for every such answer of the operation, whoever asked: "head" where a part of the body is enough. */
  everywhere?: true | "head";
  /** The rules that have to hold before this one can be judged. */
  after?: string | string[];
  /** It is judged no sooner than the rules on calls of this priority, though its own calls are made sooner. */
  priority?: number;
  judge(exchanges: Exchange[]): Verdict;
}

/** The levels from the lightest to the heaviest. */
export const weights: readonly Level[] = ["note", "should", "must"];

const levels: Record<Provenance, Level> = { stated: "must", upstream: "should", observed: "should", inferred: "note" };

export function levelOf(provenance: Provenance, client?: string): Level {
  return provenance === "upstream" && client !== undefined ? "must" : levels[provenance];
}

export function areaOf(id: string): string {
  return id.split("/", 1)[0] ?? id;
}

/** A fault as a judge finds it: its values are written out in the finding. */
export type Fault = Omit<Finding, "expected" | "actual"> & { expected?: unknown; actual?: unknown };

/** A verdict that the rule is broken. A message may begin with what a call says of itself, and is a sentence all the same. */
export function broken({ expected, actual, ...fault }: Fault): Verdict {
  const message = fault.message.replace(/^(an?|the) /, (first) => `${first.charAt(0).toUpperCase()}${first.slice(1)}`);
  const values = {
    ...(expected !== undefined && { expected: `${expected}` }),
    ...(actual !== undefined && { actual: `${actual}` }),
  };
  return { outcome: "broken", finding: { ...fault, ...values, message } };
}

export const pass: Verdict = { outcome: "pass" };

/** The verdict that the rule holds, if this is right, and that it is broken by this fault otherwise. */
export const passIf = (isRight: boolean, fault: Fault): Verdict => (isRight ? pass : broken(fault));
