import type { Topic } from "../topic.js";

/** A finding of one rule in one exchange. All text is clean. */
export interface TrafficFinding {
  rule: string;
  topic: Topic;
  outcome: "fail" | "warn" | "note";
  message: string;
  /** True where a broken rule of this weight and topic decides the exit status. */
  decides: boolean;
}

/** The result of one exchange: enough to be counted, and nothing of what was said in it. */
export interface TrafficVerdict {
  id: string;
  /** `POST /v1/messages`: by the contract's path, as the sent one may hold names. */
  call: string;
  /** Absent where the path belongs to no operation of the contract, or nothing was judged. */
  operationId?: string;
  /** Absent where no answer came. */
  status?: number;
  /** Milliseconds to the headers, the first content and the end. */
  headersMs?: number;
  firstContentMs?: number;
  endMs?: number;
  tokens?: { input: number; output: number };
  /** The cost, by the prices of a model list that was seen. */
  points?: number;
  balance?: number;
  judged: number;
  findings: TrafficFinding[];
}
