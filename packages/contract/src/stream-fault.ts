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
  /** The number of the event, from 1; 0 for the stream as a whole. */
  eventNumber: number;
  rule: StreamRule;
  /** One sentence: what came, and what was expected. */
  message: string;
}

/** Takes what is wrong with the event at hand. */
export type Report = (rule: StreamRule, message: string) => void;

/** An event whose kind is known, and where to report what is wrong with it. */
export interface JudgedEvent {
  kind: string;
  payload: unknown;
  report: Report;
}
