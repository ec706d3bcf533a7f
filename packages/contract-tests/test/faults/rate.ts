import { type Asked, editJson, type Fault, inAnswer, isJson, named, paths, refusal } from "./fault.ts";

const answer = (id: string, says: string, by: string | string[], change: NonNullable<Fault["answer"]>): Fault =>
  inAnswer(named(`small/${id}`, says, by), change);
const lowKey = ({ headers }: Asked) => headers.authorization === "Bearer sk-mock-tiny";

/** The rate limit, judged with a key of a low limit. */
export const rateFaults: Fault[] = [
  inAnswer(named("rate/no-retry-after", "sends no Retry-After", "limit/refused/retry-after"), (answer) => {
    if (answer.status === 429) delete answer.headers["retry-after"];
  }),
  ...Object.entries(paths).map(([name, path]) =>
    inAnswer(
      named(`rate/${name}-no-retry-after`, `sends no Retry-After with ${name}`, `limit/${name}/retry-after`),
      (answer, asked) => {
        if (answer.status === 429 && asked.path === path) delete answer.headers["retry-after"];
      },
    ),
  ),
  inAnswer(named("rate/retry-after-date", "sends a date in Retry-After", "limit/refused/retry-after"), (answer) => {
    if (answer.status === 429) answer.headers["retry-after"] = new Date(Date.now() + 60_000).toUTCString();
  }),
  inAnswer(named("rate/retry-after-words", "sends words in Retry-After", "limit/refused/retry-after"), (answer) => {
    if (answer.status === 429) answer.headers["retry-after"] = "soon";
  }),
  inAnswer(named("rate/retry-after-ms", "says Retry-After in milliseconds", "limit/refused/retry-after"), (answer) => {
    if (answer.status === 429) answer.headers["retry-after"] = String(Number(answer.headers["retry-after"]) * 1000);
  }),
  inAnswer(
    named("rate/retry-after-negative", "says a Retry-After below zero", "limit/refused/retry-after"),
    (answer) => {
      if (answer.status === 429) answer.headers["retry-after"] = "-5";
    },
  ),
  inAnswer(named("rate/retry-after-stays", "says the same Retry-After as time goes by", "limit/falls"), (answer) => {
    if (answer.status === 429) answer.headers["retry-after"] = "60";
  }),
  inAnswer(named("rate/retry-after-too-short", "says to retry sooner than it lets in", "limit/after"), (answer) => {
    if (answer.status === 429) answer.headers["retry-after"] = "1";
  }),
  inAnswer(named("rate/as-503", "answers 503 over the limit", "limit/refused"), (answer) => {
    if (answer.status === 429) answer.status = 503;
  }),
  inAnswer(named("rate/as-403", "answers 403 over the limit", "limit/refused"), (answer) => {
    if (answer.status === 429) answer.status = 403;
  }),
  inAnswer(named("rate/as-400", "answers 400 over the limit", "limit/refused"), (answer) => {
    if (answer.status === 429) answer.status = 400;
  }),
  inAnswer(named("rate/code", "names another code over the limit", "limit/refused/code"), (answer) => {
    if (answer.status === 429 && isJson(answer))
      editJson(answer, (body) => {
        if ("code" in body.error) body.error.code = "too_many_requests";
      });
  }),
  inAnswer(named("rate/type", "names another type over the limit", "limit/refused/type"), (answer) => {
    if (answer.status === 429 && isJson(answer))
      editJson(answer, (body) => {
        body.error.type = "invalid_request_error";
      });
  }),
  inAnswer(named("rate/html", "answers with a page over the limit", "limit/refused/"), (answer) => {
    if (answer.status === 429) {
      answer.headers["content-type"] = "text/html";
      answer.body = "<h1>Slow down</h1>";
    }
  }),
  {
    ...named("rate/unlimited", "has no limit", "limit/refused"),
    ask: (asked, memory) => {
      memory.isLow = asked.headers.authorization === "Bearer sk-mock-tiny";
      if (memory.isLow) asked.headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
    answer: (answer, _asked, memory) => {
      if (memory.isLow) answer.headers["x-ratelimit-limit-requests"] = "3";
      if (memory.isLow) answer.headers["x-ratelimit-remaining-requests"] = "0";
    },
  },
  {
    ...named("rate/charged", "charges what it refuses over the limit", "limit/unbilled"),
    answer: (answer, asked, memory) => {
      if (answer.status === 429) memory.refused = (memory.refused ?? 0) + 1;
      if (
        asked.path === "/usage/current_balance" &&
        answer.status === 200 &&
        asked.headers.authorization?.endsWith("tiny")
      )
        editJson(answer, (body) => {
          body.current_point_balance -= 2 * (memory.refused ?? 0);
        });
    },
  },
  answer("retry-0", "says Retry-After 0 over the limit", "limit/", (made) => {
    if (made.status === 429) made.headers["retry-after"] = "0";
  }),
  answer(
    "retry-3600",
    "says Retry-After 3600 over a limit of requests a minute",
    "limit/refused/retry-after",
    (made) => {
      if (made.status === 429) made.headers["retry-after"] = "3600";
    },
  ),
  answer("retry-fraction", "says a fraction in Retry-After", "limit/refused/", (made) => {
    if (made.status === 429) made.headers["retry-after"] = "12.5";
  }),
  {
    ...named("small/limit-early", "refuses the own key after 40 requests", "service/limit-not-early"),
    ask: ({ headers }, memory) => {
      memory.calls = (memory.calls ?? 0) + (headers.authorization === "Bearer sk-mock-full" ? 1 : 0);
      return memory.calls > 40 && headers.authorization === "Bearer sk-mock-full"
        ? refusal(429, "rate_limit_error", "rate_limit_exceeded", { "retry-after": "55" })
        : undefined;
    },
  },
  {
    ...named("small/limit-per-endpoint", "counts the limit per endpoint", "limit/chat"),
    ask: (asked) => {
      if (lowKey(asked) && asked.path === paths.chat) asked.headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  {
    ...named("rate/responses-apart", "counts the limit of responses apart", "limit/responses"),
    ask: (asked) => {
      if (lowKey(asked) && asked.path === paths.responses) asked.headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  answer("429-processed", "answers over the limit with the whole reply and 429", "limit/chat", (made, asked) => {
    if (made.status === 429 && asked.path === paths.chat)
      made.body = JSON.stringify({ id: "x", object: "chat.completion", choices: [] });
  }),
  answer("free-list", "does not limit the model list", "limit/models", (made, { path }, memory) => {
    if (path !== paths.models) return;
    if (made.status === 200 && isJson(made)) memory.list = made.body;
    if (made.status === 429)
      Object.assign(made, { status: 200, headers: { "content-type": "application/json" }, body: memory.list });
  }),
];
