import { type Fault, inAnswer, named, paths, refusal } from "./fault.ts";

/** Faults in what headers tell about the rate limit, and refusals that they contradict. */
export const rateHeaderFaults: Fault[] = [
  inAnswer(named("service/remaining-stays", "says the same of what remains", "service/remaining-falls"), (answer) => {
    if ("x-ratelimit-remaining-requests" in answer.headers) answer.headers["x-ratelimit-remaining-requests"] = "499";
  }),
  inAnswer(named("service/remaining-whole", "says that all requests remain", "service/remaining-falls"), (answer) => {
    const { headers } = answer;
    if ("x-ratelimit-remaining-requests" in headers)
      headers["x-ratelimit-remaining-requests"] = headers["x-ratelimit-limit-requests"] ?? "";
  }),
  {
    ...named("gateway/one-at-a-time", "answers one chat completion of a key at a time", "service/concurrent-calls"),
    ask: ({ path, json, headers }, memory) => {
      if (path !== paths.chat || json?.model === undefined || !headers.authorization?.endsWith("-full"))
        return undefined;
      memory.inFlight = (memory.inFlight ?? 0) + 1;
      return memory.inFlight > 1
        ? refusal(429, "rate_limit_error", "rate_limit_exceeded", { "retry-after": "1" })
        : undefined;
    },
    answer: (_answer, { path, json, headers }, memory) => {
      if (path === paths.chat && json?.model !== undefined && headers.authorization?.endsWith("-full"))
        memory.inFlight -= 1;
    },
  },
  inAnswer(named("rate/told-low", "tells a limit of half the requests", "service/limit-told"), ({ headers }) => {
    if (!("x-ratelimit-limit-requests" in headers)) return;
    headers["x-ratelimit-limit-requests"] = "250";
    headers["x-ratelimit-remaining-requests"] = String(
      Math.max(0, Number(headers["x-ratelimit-remaining-requests"]) - 250),
    );
  }),
  inAnswer(named("rate/counts-double", "counts each request twice", "service/counted-once"), ({ headers }) => {
    const [limit, remaining] = ["limit", "remaining"].map((name) => Number(headers[`x-ratelimit-${name}-requests`]));
    if (limit === 500) headers["x-ratelimit-remaining-requests"] = String(limit - 2 * (limit - (remaining ?? 0)));
  }),
  {
    ...named("rate/now-and-then", "refuses each twentieth request for its rate", "service/refused-with-some-left"),
    ask: ({ headers }, memory) => {
      if (headers.authorization?.endsWith("-full")) memory.requests = (memory.requests ?? 0) + 1;
      if (memory.requests % 20 !== 19) return undefined;
      memory.requests += 1;
      return refusal(429, "rate_limit_error", "rate_limit_exceeded", { "retry-after": "1" });
    },
  },
  countedBy("messages-uncounted", "does not count messages", (path) => (path === paths.messages ? undefined : "all")),
  countedBy("history-uncounted", "does not count requests for the history", (path) =>
    path.endsWith("history") ? undefined : "all",
  ),
  countedBy("chat-apart", "counts chat completions apart", (path) => (path === paths.chat ? path : "all")),
  countedBy("each-apart", "counts each endpoint apart", (path) => path),
];

/** A limit that has a counter for each name; what has none is told that of all others. */
function countedBy(id: string, says: string, counterOf: (path: string) => string | undefined): Fault {
  return {
    ...named(`service/${id}`, says, "service/limit-shared"),
    answer: ({ headers }, asked, memory) => {
      const sent = asked.headers.authorization ?? asked.headers["x-api-key"];
      if (sent?.endsWith("-full") !== true) return;
      const counter = counterOf(asked.path);
      if (counter !== undefined) memory[counter] = (memory[counter] ?? 0) + 1;
      if ("x-ratelimit-remaining-requests" in headers)
        headers["x-ratelimit-remaining-requests"] = String(500 - (memory[counter ?? "all"] ?? 0));
    },
  };
}
