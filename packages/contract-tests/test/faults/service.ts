import { chatOnly } from "./chat-only.ts";
import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inAnswer,
  isJson,
  named,
  paths,
  refusal,
  small,
} from "./fault.ts";

const isAnswered = (path: string, json: Body) => path === paths.chat && Array.isArray(json?.messages);
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
  chatOnly({
    ...atOnce("together-500", "fails on a second call at the same time", "chat/tools/status"),
    ask: ({ path, json }: Asked, memory: Body) => {
      memory.inFlight = (memory.inFlight ?? 0) + (isAnswered(path, json) ? 1 : 0);
      return memory.inFlight > 1 ? refusal(500, "api_error", "internal_error") : undefined;
    },
  }),
  small(
    inAnswer(named("last/path-text", "answers unknown paths in words", "service/unknown-path/media-type"), (answer) => {
      if (answer.status === 404)
        Object.assign(answer, { headers: { "content-type": "text/plain" }, body: "Not Found" });
    }),
  ),
  small({
    ...named("last/silent-refusals", "never answers a body that is no JSON", "service/answers"),
    isSilent: ({ path, json, method }: Asked) => path === paths.chat && method === "POST" && json === undefined,
  }),
  small({
    ...named("last/silent-streams", "never answers where a stream is asked for", "service/answers"),
    isSilent: ({ path, json }: Asked) => path === paths.chat && json?.stream === true,
  }),
  inAnswer(named("service/same-request-id", "gives all answers one id", "service/request-ids"), (answer) => {
    answer.headers["x-request-id"] = "req-1";
  }),
  ...Object.entries(internals).map(([name, line]) =>
    inAnswer(
      named(`service/shows-${name}`, `shows in errors how it works inside (${name})`, "service/no-internals"),
      (answer, asked) => {
        if (asked.path !== paths.chat || answer.status !== 400 || !isJson(answer)) return;
        editJson(answer, (body) => {
          body.error.message = `It failed: ${line}`;
        });
      },
    ),
  ),
  inAnswer(named("errors/retry-400", "asks to try again what is wrong", "service/retry-transient"), (answer) => {
    if (answer.status === 400) answer.headers["retry-after"] = "30";
  }),
  inAnswer(named("service/redirect", "redirects chat elsewhere", "chat/reply/status"), (answer, asked) => {
    if (asked.path === "/v1/chat/completions")
      Object.assign(answer, {
        status: 308,
        headers: { location: "https://elsewhere.example/v1/chat/completions" },
        body: "",
      });
  }),
  inAnswer(named("service/options-500", "fails on OPTIONS", "service/options"), (answer, asked) => {
    if (asked.method === "OPTIONS") answer.status = 500;
  }),
  inAnswer(named("service/head-500", "fails on HEAD", "service/head"), (answer, asked) => {
    if (asked.method === "HEAD") answer.status = 500;
  }),
];

/** Counts the calls that are on their way. */
function atOnce(id: string, says: string, by: string): Fault {
  return {
    ...named(`last/${id}`, says, by),
    ask: ({ path, json }, memory) => {
      memory.inFlight = (memory.inFlight ?? 0) + (isAnswered(path, json) ? 1 : 0);
      memory.areTwo = memory.inFlight > 1;
      return undefined;
    },
    answer: (_answer, { path, json }, memory) => {
      memory.inFlight -= isAnswered(path, json) ? 1 : 0;
    },
  };
}
