import { atOnce, chatOnly } from "./chat-only.ts";
import type { Asked, Fault } from "./fault.ts";
import { inAnswers, inErrors, isAt, refused } from "./rows.ts";

const at = { ids: "service/" };
const isAnswered = ({ path, json }: Asked) => isAt("chat", path) && Array.isArray(json?.messages);

/** Lines that servers of other languages show in errors. */
const internals = {
  python: 'Traceback (most recent call last):\n  File "/srv/app/main.py", line 12, in handle',
  java: "java.lang.NullPointerException at com.example.Gateway.handle(Gateway.java:88)",
  dotnet: "System.NullReferenceException: Object reference not set to an instance of an object.",
  php: "Fatal error: Uncaught TypeError in handler on line 31",
  ruby: "app/models/key.rb:14:in `find'",
  go: "panic: goroutine 17 [running]: main.handle",
  rust: "thread 'main' panicked at src/main.rs:10:5",
  sql: "SQLSTATE[42P01]: Undefined table",
  network: "dial tcp 10.0.3.17:5432: connection refused",
};

/** The service as a whole: unknown paths, other methods, ids, internals, refusals. */
export const serviceFaults: Fault[] = [
  chatOnly(
    atOnce("together-500", "fails on a second call at the same time", "chat/tools/status", isAnswered, {
      ask: () => refused.failed,
    }),
  ),
  inAnswers({ ids: "last/", from: "small", status: 404 })(
    "path-text",
    "answers unknown paths in words",
    "service/unknown-path/media-type",
    { mediaType: "text/plain", body: "Not Found" },
  ),
  silent("silent-refusals", "never answers a body that is no JSON", ({ json, method }) => {
    return method === "POST" && json === undefined;
  }),
  silent("silent-streams", "never answers where a stream is asked for", ({ json }) => json?.stream === true),
  inAnswers(at)("same-request-id", "gives all answers one id", "service/request-ids", {
    headers: { "x-request-id": "req-1" },
  }),
  ...Object.entries(internals).map(([name, line]) =>
    inErrors({ ...at, in: "chat", status: 400 })(
      `shows-${name}`,
      `shows in errors how it works inside (${name})`,
      "service/no-internals",
      { "error.message": `It failed: ${line}` },
    ),
  ),
  inAnswers({ ids: "errors/", status: 400 })(
    "retry-400",
    "asks to try again what is wrong",
    "service/retry-transient",
    { headers: { "retry-after": "30" } },
  ),
  inAnswers({ ...at, in: "chat" })("redirect", "redirects chat elsewhere", "chat/reply/status", (answer) => {
    const headers = { location: "https://elsewhere.example/v1/chat/completions" };
    Object.assign(answer, { status: 308, headers, body: "" });
  }),
  ...["OPTIONS", "HEAD"].map((name) =>
    inAnswers({ ...at, is: ({ method }) => method === name })(
      `${name.toLowerCase()}-500`,
      `fails on ${name}`,
      `service/${name.toLowerCase()}`,
      { status: 500 },
    ),
  ),
];

function silent(id: string, says: string, isSilent: (asked: Asked) => boolean): Fault {
  return {
    ...{ id: `last/${id}`, says, by: ["service/answers"], from: "small" },
    isSilent: (asked) => isAt("chat", asked.path) && isSilent(asked),
  };
}
