import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inAnswer,
  inReply,
  isStream,
  named,
  paths,
  refusal,
  textOf,
} from "./fault.ts";

const isHistory = ({ path }: Asked) => path === "/usage/points_history" || path === "/v1/usage/history";

/** Faults by somebody who knew only the specification; no rule had found them. */
export const strangersFaults: Fault[] = [
  {
    ...named("account/limit-ignored", "throws the limit of a page away", "account/history-limit"),
    ask: (asked) => {
      if (isHistory(asked)) asked.query.delete("limit");
      return undefined;
    },
  },
  {
    ...named("gateway/query-lost", "stands behind a gateway that loses query strings", "account/history-pages"),
    ask: ({ query }) => {
      for (const name of [...query.keys()]) query.delete(name);
      return undefined;
    },
  },
  inAnswer(
    named(
      "gateway/html-tail",
      "stands behind a gateway that ends streams with a comment of HTML",
      "service/stream-fields",
    ),
    (answer) => {
      if (isStream(answer)) answer.body = `${textOf(answer)}<!-- served by edge-7 -->\n\n`;
    },
  ),
  inReply(
    named("models/points-per-thousand", "says prices of a thousand tokens, and is paid by the token", "service/costs"),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const prices of [pricing, pricing?.points])
          for (const name of ["prompt", "completion"])
            if (prices?.[name]) prices[name] = String(1000 * Number(prices[name]));
    },
  ),
  inReply(
    named("models/half-price", "says half of the price in points that it charges", [
      "service/costs",
      "account/cost-is-price",
    ]),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const name of ["prompt", "completion", "request"])
          if (pricing?.points?.[name]) pricing.points[name] = String(Number(pricing.points[name]) / 2);
    },
  ),
  inReply(
    named("models/points-negative", "says a price in points below zero", "models/list/prices"),
    paths.models,
    (body) => {
      body.data[0].pricing.points.prompt = "-1";
    },
  ),
  inReply(
    named("models/free", "says a price of 0 for all that it charges", "account/cost-is-price"),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const prices of [pricing, pricing?.points])
          for (const name of ["prompt", "completion", "request"]) if (prices?.[name]) prices[name] = "0";
    },
  ),
  ...["messages", "bots"].map((what) => ({
    ...inAnswer(
      named(`account/no-${what}`, `charges ${what} and leaves them out of the history`, "service/all-entered"),
      (answer, asked) => {
        if (!isHistory(asked) || answer.status !== 200) return;
        const name = what === "messages" ? /claude/i : /trip/i;
        editJson(answer, (body) => {
          body.data = body.data.filter((entry: Body) => !name.test(entry.bot_name));
          body.length = body.data.length;
        });
      },
    ),
    // Whichever bot is asked, its entries are to be told from those of other interfaces.
    ask: (asked: Asked) => {
      asked.path = asked.path.replace(/^\/bot\/(?!contract-tests).*/, "/bot/Trip-Planner");
      return undefined;
    },
  })),
  inAnswer(
    named("files/missing-500", "fails on an upload without a file", "files/refused/missing-file"),
    (answer, { path }) => {
      if (path === "/v1/files" && answer.status === 400) answer.status = 500;
    },
  ),
  inAnswer(named("service/remaining-whole", "says that all requests remain", "service/remaining-falls"), (answer) => {
    const { headers } = answer;
    if ("x-ratelimit-remaining-requests" in headers)
      headers["x-ratelimit-remaining-requests"] = headers["x-ratelimit-limit-requests"] ?? "";
  }),
  {
    ...named("models/accept-406", "answers no request that accepts any media type", "models/list/any-accept"),
    ask: ({ path, headers }) =>
      path === paths.models && headers.accept === "*/*"
        ? refusal(406, "invalid_request_error", "not_acceptable")
        : undefined,
  },
  {
    ...named("keys/after-the-body", "looks at the body before the key", "service/large-body/key-first"),
    ask: ({ path, json, headers }) =>
      path === paths.chat && json?.messages === undefined && !headers.authorization?.endsWith("-full")
        ? refusal(400, "invalid_request_error", "missing_parameter")
        : undefined,
  },
  {
    ...named("gateway/413-page", "stands behind a gateway that takes no more than 64 KB", "service/large-body"),
    ask: ({ json }) =>
      JSON.stringify(json ?? "").length > 65_536
        ? { status: 413, headers: { "content-type": "text/html" }, body: "<h1>413</h1>" }
        : undefined,
  },
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
  inAnswer(named("errors/retry-400", "asks to try again what is wrong", "service/retry-transient"), (answer) => {
    if (answer.status === 400) answer.headers["retry-after"] = "30";
  }),
  inAnswer(named("gateway/errors-shared", "lets caches keep its refusals", "service/refusals-not-shared"), (answer) => {
    if (answer.status >= 400) answer.headers["cache-control"] = "public, max-age=3600";
  }),
  inAnswer(
    named("account/times-of-reading", "tells the time of reading for that of a call", "service/history-stays"),
    (answer, asked, memory) => {
      if (!isHistory(asked) || answer.status !== 200) return;
      memory.reads = (memory.reads ?? 0) + 1;
      editJson(answer, (body) => {
        for (const [at, entry] of body.data.entries())
          entry.creation_time = Date.now() * 1000 + memory.reads * 1000 - at;
      });
    },
  ),
  inAnswer(
    named("account/name-of-another", "enters messages under the name of another model", "service/entry-names"),
    (answer, asked) => {
      if (!isHistory(asked) || answer.status !== 200) return;
      editJson(answer, (body) => {
        for (const entry of body.data) if (/claude/i.test(entry.bot_name)) entry.bot_name = "Gemini-2.5-Flash";
      });
    },
  ),
  inAnswer(
    named("account/tools-surcharge", "takes points for tools that no entry names", "service/nothing-else-charged"),
    (answer, asked, memory) => {
      if (asked.path === paths.messages && answer.status === 200 && asked.json?.tools)
        memory.extra = (memory.extra ?? 0) + 50;
      if (/balance$/.test(asked.path) && answer.status === 200)
        editJson(answer, (body) => {
          body.current_point_balance -= memory.extra ?? 0;
        });
    },
  ),
];
