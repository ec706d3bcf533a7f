import type { components } from "../generated/admin-api.js";

/** A fault that a request can ask for by the header `x-mock-fault`. */
export type Fault = components["schemas"]["Fault"];

const at = 2;

/** Every fault, with what the client gets to see of it. `at` is the number of events that come whole before it. */
export const faults: readonly Fault[] = [
  ...[400, 401, 402, 403, 404].map(statusFault),
  {
    ...statusFault(429),
    options: { after: 1 },
    clientSees: "Status 429 with `Retry-After: 1`, or as many seconds as `after` says.",
  },
  ...[500, 503].map(statusFault),
  any("slow-headers", { ms: 5000 }, "Nothing for `ms` milliseconds, then the answer as it would have been."),
  any("reset", { at: 0 }, "The connection is reset: before the headers, or in a stream after `at` events."),
  any("html-200", {}, "Status 200 with a page of HTML, as a proxy or a login portal sends it."),
  any("empty-body", {}, "The status and headers of a success, and no body."),
  plain("cut-json", {}, "The first half of the body under the `Content-Length` of the whole, then a reset."),
  stream("stall", { at }, "Nothing after `at` events; the connection stays open until the client leaves."),
  stream("error-event", { at }, "After `at` events an `event: error` in the interface's form, and no more."),
  stream("error-unnamed", { at }, "The same error without an event line."),
  stream("clean-cut", { at }, "The response ends properly after `at` events, without the events that end the stream."),
  stream("half-frame", { at }, "After `at` events the first half of the next one, then the connection closes."),
  stream(
    "broken-json",
    { at },
    "The JSON of the event after `at` events breaks off in the middle; then the stream goes on.",
  ),
  stream("split-bytes", {}, "The whole stream, one byte a chunk, through characters of several bytes too."),
  stream("keep-alive-flood", { count: 100 }, "`count` comment lines before each event; the events are whole."),
  stream(
    "unknown-event",
    { at },
    "After `at` events one that no client knows, `mock.unknown`; then the stream goes on.",
  ),
  stream("duplicate-end", {}, "The last event twice."),
];

/** Faults after which the client has no whole answer, so that it may ask again for the same one. */
export const breakingFaults: ReadonlySet<string> = new Set([
  "reset",
  "html-200",
  "empty-body",
  "cut-json",
  "stall",
  "error-event",
  "error-unnamed",
  "clean-cut",
  "half-frame",
  "broken-json",
]);

function statusFault(status: number): Fault {
  return any(`status-${status}`, {}, `Status ${status} with the error body of the interface.`);
}

function any(name: string, options: Fault["options"], clientSees: string): Fault {
  return { name, appliesTo: "any", options, clientSees };
}

function plain(name: string, options: Fault["options"], clientSees: string): Fault {
  return { name, appliesTo: "plain", options, clientSees };
}

function stream(name: string, options: Fault["options"], clientSees: string): Fault {
  return { name, appliesTo: "stream", options, clientSees };
}
