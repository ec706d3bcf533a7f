import type { Processed } from "@model-access/sdk";
import { type Dialect, dialects, listModes, type Mode } from "./dialect.ts";

/** Required outcome of calls that meet a fault. */
export interface ExpectedOutcome {
  /** In the syntax of the header `x-mock-fault`. */
  fault: string;
  /** Defaults to all. */
  dialects?: readonly Dialect[];
  /** Defaults to both. */
  mode?: Mode;
  /** The name of the error class, or `whole` for the complete reply. */
  outcome: string;
  mayHaveBeenProcessed?: Processed;
  /** True if the error has the part of the reply that had arrived. */
  hasPartial?: boolean;
  /** Number of requests sent if two retries are allowed. Defaults to 1. */
  attempts?: number;
  /** Number of additional events that the caller gets. */
  extraEvents?: number;
  /** Last event, or the request, before a silence that only a deadline ends. */
  silentAfter?: "request" | number;
  /** Reason, if it is not obvious. */
  reason?: string;
}

/** Outcome when a stream breaks after its first events: the class, the charge, and the partial reply. */
const broken = { mode: "stream", mayHaveBeenProcessed: "yes", hasPartial: true } as const;

/** Every fault of the mock's catalogue, with its outcome for users of our client. */
export const expectedOutcomes: readonly ExpectedOutcome[] = [
  {
    fault: "status-400",
    dialects: ["chat", "responses", "bots"],
    outcome: "InvalidParameterError",
    mayHaveBeenProcessed: "no",
  },
  {
    fault: "status-400",
    dialects: ["messages"],
    outcome: "BadRequestError",
    mayHaveBeenProcessed: "no",
    reason: "Its error body has no code, so that a 400 is no more than that.",
  },
  { fault: "status-401", outcome: "InvalidKeyError", mayHaveBeenProcessed: "no" },
  { fault: "status-402", outcome: "InsufficientPointsError", mayHaveBeenProcessed: "no" },
  { fault: "status-403", outcome: "PermissionError", mayHaveBeenProcessed: "no" },
  { fault: "status-404", outcome: "NotFoundError", mayHaveBeenProcessed: "no" },
  { fault: "status-429;after=7", outcome: "RateLimitError", mayHaveBeenProcessed: "no", attempts: 3 },
  {
    fault: "status-429;after=3600",
    outcome: "RateLimitError",
    mayHaveBeenProcessed: "no",
    reason: "An hour is longer than a call waits, so it fails at once with the hour on its error.",
  },
  { fault: "status-500", outcome: "InternalError", mayHaveBeenProcessed: "maybe", attempts: 3 },
  { fault: "status-503", outcome: "UnavailableError", mayHaveBeenProcessed: "maybe", attempts: 3 },
  { fault: "slow-headers;ms=1", outcome: "whole", reason: "Slow is no fault as long as no deadline passes." },
  {
    fault: "slow-headers;ms=60000",
    outcome: "TimeoutError",
    mayHaveBeenProcessed: "maybe",
    silentAfter: "request",
  },
  {
    fault: "reset",
    outcome: "ConnectionError",
    mayHaveBeenProcessed: "maybe",
    reason: "The request was out, so it may have been charged and is not sent again by itself.",
  },
  { fault: "reset;at=2", outcome: "StreamIncompleteError", ...broken },
  {
    fault: "html-200",
    outcome: "ResponseFormatError",
    mayHaveBeenProcessed: "maybe",
    reason: "The page may be a proxy's that never asked the service, or one put in the place of its answer.",
  },
  { fault: "empty-body", mode: "plain", outcome: "ResponseFormatError", mayHaveBeenProcessed: "yes" },
  { fault: "empty-body", mode: "stream", outcome: "StreamIncompleteError", mayHaveBeenProcessed: "yes" },
  {
    fault: "cut-json",
    mode: "plain",
    outcome: "ConnectionError",
    mayHaveBeenProcessed: "yes",
    reason: "The service said 200, so the reply was made; the connection died while it was read.",
  },
  { fault: "stall;at=2", outcome: "TimeoutError", silentAfter: 2, ...broken },
  { fault: "error-event", dialects: ["chat", "messages", "responses"], outcome: "StreamError", ...broken },
  { fault: "error-event", dialects: ["bots"], outcome: "BotError", ...broken },
  { fault: "error-unnamed", dialects: ["chat", "messages", "responses"], outcome: "StreamError", ...broken },
  {
    fault: "error-unnamed",
    dialects: ["bots"],
    outcome: "StreamIncompleteError",
    ...broken,
    extraEvents: 1,
    reason: "A native event is known by its name alone: this one is passed on as it came, and `done` is missing.",
  },
  { fault: "clean-cut", outcome: "StreamIncompleteError", ...broken },
  { fault: "half-frame", outcome: "StreamIncompleteError", ...broken },
  {
    fault: "broken-json;at=4",
    outcome: "ResponseFormatError",
    ...broken,
    reason: "A part of the reply can't be read, so whatever came after it would be a reply with a hole.",
  },
  { fault: "split-bytes", mode: "stream", outcome: "whole" },
  { fault: "keep-alive-flood", mode: "stream", outcome: "whole" },
  {
    fault: "unknown-event",
    mode: "stream",
    outcome: "whole",
    extraEvents: 1,
    reason: "Tomorrow's event reaches the caller as it came and is no part of the reply.",
  },
  {
    fault: "duplicate-end",
    mode: "stream",
    outcome: "whole",
    reason: "The first end is the end; nothing after it is read.",
  },
];

/** One call of the table. */
export interface FaultCase extends Omit<ExpectedOutcome, "dialects" | "mode"> {
  dialect: Dialect;
  mode: Mode;
}

/** The table with one row per fault, interface and mode. */
export const faultCases: readonly FaultCase[] = expectedOutcomes.flatMap((row) =>
  (row.dialects ?? dialects).flatMap((dialect) =>
    listModes(dialect)
      .filter((mode) => row.mode === undefined || row.mode === mode)
      .map((mode) => ({ ...row, dialect, mode })),
  ),
);
