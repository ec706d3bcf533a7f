import { addPoints } from "./account-history.ts";
import { gone } from "./edit.ts";
import { type Asked, editJson, type Fault, isJson, refusal } from "./fault.ts";
import { type AnswerEdit, inAnswers, isAt, letIn, lets, refuses } from "./rows.ts";

const isOwn = ({ headers }: Asked) => (headers.authorization ?? headers["x-api-key"])?.endsWith("-full") === true;
const isLow = ({ headers }: Asked) => headers.authorization === "Bearer sk-mock-tiny";
const limited = inAnswers({ ids: "rate/", status: 429 });
const small = inAnswers({ ids: "small/", status: 429 });
const retryAfter = (value: string | typeof gone | ((seconds: string) => string)): AnswerEdit => ({
  headers: { "retry-after": value },
});
const tooMany = (seconds: number) =>
  refusal(429, "rate_limit_error", "rate_limit_exceeded", { "retry-after": String(seconds) });
const inMinute = () => new Date(Date.now() + 60_000).toUTCString();
const limitedChat = inAnswers({ ids: "small/", in: "chat", status: 429 });

/** The rate limit, judged with a key of a low limit. */
export const rateFaults: Fault[] = [
  limited("no-retry-after", "sends no Retry-After", "limit/refused/retry-after", retryAfter(gone)),
  ...(["chat", "messages", "responses", "models"] as const).map((name) =>
    inAnswers({ ids: "rate/", in: name, status: 429 })(
      `${name}-no-retry-after`,
      `sends no Retry-After with ${name}`,
      `limit/${name}/retry-after`,
      retryAfter(gone),
    ),
  ),
  limited("retry-after-date", "sends a date in Retry-After", "limit/refused/retry-after", retryAfter(inMinute)),
  limited("retry-after-words", "sends words in Retry-After", "limit/refused/retry-after", retryAfter("soon")),
  limited("retry-after-ms", "says Retry-After in milliseconds", "limit/refused/retry-after", {
    headers: { "retry-after": (seconds) => String(Number(seconds) * 1000) },
  }),
  limited("retry-after-negative", "says a Retry-After below zero", "limit/refused/retry-after", retryAfter("-5")),
  limited("retry-after-stays", "says the same Retry-After as time goes by", "limit/falls", retryAfter("60")),
  limited("retry-after-too-short", "says to retry sooner than it lets in", "limit/after", retryAfter("1")),
  limited("as-503", "answers 503 over the limit", "limit/refused", { status: 503 }),
  limited("as-403", "answers 403 over the limit", "limit/refused", { status: 403 }),
  limited("as-400", "answers 400 over the limit", "limit/refused", { status: 400 }),
  limited("code", "names another code over the limit", "limit/refused/code", (answer) =>
    editJson(answer, ({ error }) => {
      if ("code" in error) error.code = "too_many_requests";
    }),
  ),
  limited("type", "names another type over the limit", "limit/refused/type", (answer) =>
    editJson(answer, ({ error }) => Object.assign(error, { type: "invalid_request_error" })),
  ),
  limited("html", "answers with a page over the limit", "limit/refused/", {
    headers: { "content-type": "text/html" },
    body: "<h1>Slow down</h1>",
  }),
  {
    ...inAnswers({ ids: "rate/" })("unlimited", "has no limit", "limit/refused", ({ headers }, _asked, memory) => {
      if (memory.isLow)
        Object.assign(headers, { "x-ratelimit-limit-requests": "3", "x-ratelimit-remaining-requests": "0" });
    }),
    ask: (asked, memory) => {
      memory.isLow = isLow(asked);
      if (memory.isLow) letIn(asked);
      return undefined;
    },
  },
  inAnswers({ ids: "rate/" })(
    "charged",
    "charges what it refuses over the limit",
    "limit/unbilled",
    (answer, asked, memory) => {
      memory.refused = (memory.refused ?? 0) + (answer.status === 429 ? 1 : 0);
      if (isAt("balance", asked.path) && answer.status === 200 && isLow(asked)) addPoints(answer, -2 * memory.refused);
    },
  ),
  small("retry-0", "says Retry-After 0 over the limit", "limit/", retryAfter("0")),
  small("retry-3600", "says Retry-After 3600 over a limit a minute", "limit/refused/retry-after", retryAfter("3600")),
  small("retry-fraction", "says a fraction in Retry-After", "limit/refused/", retryAfter("12.5")),
  refuses({ ids: "small/", is: isOwn })(
    "limit-early",
    "refuses the own key after 40 requests",
    "service/limit-not-early",
    tooMany(55),
    (_asked, memory) => {
      memory.calls = (memory.calls ?? 0) + 1;
      return memory.calls > 40;
    },
  ),
  lets({ ids: "small/", in: "chat" })("limit-per-endpoint", "counts the limit per endpoint", "limit/chat", isLow),
  lets({ ids: "rate/", in: "responses" })("responses-apart", "counts responses apart", "limit/responses", isLow),
  limitedChat("429-processed", "sends the whole reply with 429", "limit/chat", {
    body: JSON.stringify({ id: "x", object: "chat.completion", choices: [] }),
  }),
  inAnswers({ ids: "small/", in: "models" })(
    "free-list",
    "does not limit the list",
    "limit/models",
    (made, _asked, memory) => {
      if (made.status === 200 && isJson(made)) memory.list = made.body;
      if (made.status === 429)
        Object.assign(made, { status: 200, headers: { "content-type": "application/json" }, body: memory.list });
    },
  ),
];

const remaining = "x-ratelimit-remaining-requests";
const limit = "x-ratelimit-limit-requests";
const answer = inAnswers({ ids: "rate/" });
const service = inAnswers({ ids: "service/" });
const isOwnChat = (asked: Asked) => isAt("chat", asked.path) && asked.json?.model !== undefined && isOwn(asked);

/** Faults in what headers tell about the rate limit, and refusals that they contradict. */
export const rateHeaderFaults: Fault[] = [
  service("remaining-stays", "says the same of what remains", "service/remaining-falls", {
    headers: { [remaining]: () => "499" },
  }),
  service("remaining-whole", "says that all requests remain", "service/remaining-falls", ({ headers }) => {
    if (remaining in headers) headers[remaining] = headers[limit] ?? "";
  }),
  {
    ...refuses({ ids: "gateway/", is: isOwnChat })(
      "one-at-a-time",
      "answers one chat completion of a key at a time",
      "service/concurrent-calls",
      tooMany(1),
      (_asked, memory) => {
        memory.inFlight = (memory.inFlight ?? 0) + 1;
        return memory.inFlight > 1;
      },
    ),
    answer: (_made, asked, memory) => {
      if (isOwnChat(asked)) memory.inFlight -= 1;
    },
  },
  answer("told-low", "tells a limit of half the requests", "service/limit-told", {
    headers: { [limit]: () => "250", [remaining]: (left) => String(Math.max(0, Number(left) - 250)) },
  }),
  answer("counts-double", "counts each request twice", "service/counted-once", ({ headers }) => {
    if (headers[limit] === "500") headers[remaining] = String(2 * Number(headers[remaining]) - 500);
  }),
  refuses({ ids: "rate/" })(
    "now-and-then",
    "refuses each twentieth request for its rate",
    "service/refused-with-some-left",
    tooMany(1),
    ({ headers }, memory) => {
      if (headers.authorization?.endsWith("-full")) memory.requests = (memory.requests ?? 0) + 1;
      if (memory.requests % 20 !== 19) return false;
      memory.requests += 1;
      return true;
    },
  ),
  countedBy("messages-uncounted", "does not count messages", (path) => (isAt("messages", path) ? undefined : "all")),
  countedBy("history-uncounted", "does not count the history", (path) => (isAt("history", path) ? undefined : "all")),
  countedBy("chat-apart", "counts chat completions apart", (path) => (isAt("chat", path) ? path : "all")),
  countedBy("each-apart", "counts each endpoint apart", (path) => path),
];

/** A limit that has a counter for each name; what has none is told that of all others. */
function countedBy(id: string, says: string, counterOf: (path: string) => string | undefined): Fault {
  return inAnswers({ ids: "service/", is: isOwn })(
    id,
    says,
    "service/limit-shared",
    ({ headers }, { path }, memory) => {
      const counter = counterOf(path);
      if (counter !== undefined) memory[counter] = (memory[counter] ?? 0) + 1;
      if (remaining in headers) headers[remaining] = String(500 - (memory[counter ?? "all"] ?? 0));
    },
  );
}
