/** The rule of a grammar that an event stream broke. */
export type StreamRule =
  | "event-line"
  | "json"
  | "known-kind"
  | "constant"
  | "increasing"
  | "order"
  | "scope"
  | "part-kind"
  | "join"
  | "done-marker"
  | "after-end"
  | "end";

/** One way in which an event stream breaks its grammar. */
export interface StreamFault {
  /** Counts from 1; 0 for the stream as a whole. */
  eventNumber: number;
  rule: StreamRule;
  /** One sentence: the received event, and the expected one. */
  message: string;
}

/** Reports a fault of the current event. */
export type Report = (rule: StreamRule, message: string) => void;

/** An event of a known kind, and the reporter of its faults. */
export interface JudgedEvent {
  kind: string;
  payload: unknown;
  report: Report;
}
