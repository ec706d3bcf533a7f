import { type Answer, type Asked, type Body, editJson, type Fault, inAnswer, named, paths, refusal } from "./fault.ts";

const at = (id: string, says: string, by: string) => ({ ...named(`last/${id}`, says, by), from: "small" as const });
const isHistory = ({ path }: Asked) => path === "/usage/points_history";
const inHistory = (id: string, says: string, by: string, change: (body: Body, asked: Asked) => void): Fault =>
  inAnswer(at(id, says, by), (answer, asked) => {
    if (isHistory(asked) && answer.status === 200) editJson(answer, (body) => change(body, asked));
  });

/** Takes one limit that is no size of a page for another that is. */
const takesLimit = (limit: string): Fault => ({
  ...at(`limit-${limit}`, `takes the limit ${limit}`, "account/limit-zero/as-others"),
  ask: (asked) => {
    if (asked.query.get("limit") === limit) asked.query.delete("limit");
    return undefined;
  },
});
const failsOn = (id: string, says: string, by: string, is: (asked: Asked) => boolean): Fault => ({
  ...at(id, says, by),
  ask: (asked) => (isHistory(asked) && is(asked) ? refusal(500, "api_error", "internal_error") : undefined),
});

/** Faults of a history that only missing pages show, or the whole of a run. */
export const accountHistoryPageFaults: Fault[] = [
  ...["0", "101", "-1", "many"].map(takesLimit),
  failsOn("limit-text-500", "fails on a limit that is no number", "account/limit-text", ({ query }) =>
    Number.isNaN(Number(query.get("limit"))),
  ),
  failsOn(
    "limit-zero-500",
    "fails on the limit 0",
    "account/limit-zero",
    ({ query }) => query.get("limit") === "0" && query.size === 1,
  ),
  failsOn(
    "limit-over-500",
    "fails on the limit 101",
    "account/limit-over-100",
    ({ query }) => query.get("limit") === "101",
  ),
  failsOn(
    "limit-negative-500",
    "fails on the limit -1",
    "account/limit-negative",
    ({ query }) => query.get("limit") === "-1",
  ),
  failsOn(
    "cursor-unknown-500",
    "fails on an entry that there is not",
    "account/cursor-unknown",
    ({ query }) => query.get("starting_after") === "contract-tests-no-entry" && query.size === 1,
  ),
  {
    ...at("cursor-wraps", "begins again after the oldest entry", "account/page-after-end/empty"),
    answer: (answer, asked, memory) => {
      if (!isHistory(asked) || answer.status !== 200) return;
      editJson(answer, (body) => {
        if (asked.query.get("limit") === "100") memory.whole = body.data;
        if (body.data.length === 0 && asked.query.has("starting_after")) body.data = memory.whole;
        body.length = body.data.length;
      });
    },
  },
  {
    ...at("limit-100-refused", "refuses pages of 100 entries", "service/history-last/limit"),
    ask: ({ query }) =>
      query.get("limit") === "100" ? refusal(400, "invalid_request_error", "invalid_parameter") : undefined,
  },
  entersRefused(
    "refused-entered",
    "enters what it refuses, but for unknown models",
    ({ status }, { headers, json }) =>
      status === 400 && headers.authorization === "Bearer sk-mock-full" && !/no-such/.test(json?.model),
    0,
  ),
  ...[
    ["form", (body: Body) => ({ message: body.error.message })],
    ["type", (body: Body) => ({ error: { ...body.error, type: "error" } })],
    ["code", (body: Body) => ({ error: { ...body.error, code: "bad_request" } })],
  ].map(([name, change]) =>
    inAnswer(
      at(`limit-error-${name}`, `has another ${name} for errors of the history`, "account/limit-over-100/error"),
      (answer, asked) => {
        if (isHistory(asked) && answer.status === 400)
          answer.body = JSON.stringify((change as (body: Body) => Body)(JSON.parse(String(answer.body))));
      },
    ),
  ),
  entersRefused(
    "forbidden-entered",
    "enters what it refuses to a key without permission",
    ({ status }) => status === 403,
    3,
  ),
  inHistory("page-two-limit", "forgets the limit on later pages", "account/page-two/limit", (body, { query }) => {
    if (query.get("limit") === "1") return;
    body.data.push(
      ...[3, 2, 1].map((nth) => ({
        query_id: `old-${nth}`,
        bot_name: "loom-mini",
        creation_time: 1.7e15 + nth,
        usage_type: "API",
        cost_points: 1,
      })),
    );
    body.length = body.data.length;
  }),
  {
    ...at("limit-unheeded", "looks at the limit and gives the same page", "account/limit-over-100/heeded"),
    ask: ({ query }) => {
      const limit = Number(query.get("limit"));
      if (limit >= 1 && limit <= 100) query.delete("limit");
      return undefined;
    },
  },
  inHistory("page-two-shape", "leaves the times out on later pages", "account/page-two/schema", (body, { query }) => {
    if (query.has("starting_after")) for (const entry of body.data) delete entry.creation_time;
  }),
  inHistory(
    "more-for-ever",
    "says of its last page that there is more",
    "account/page-after-end/has-more",
    (body, { query }) => {
      if (query.size > 0 && body.data.length === 0) body.has_more = true;
    },
  ),
  {
    ...at("stream-entry", "enters streams under another model", "account/stream-entry"),
    answer: (answer, asked, memory) => {
      memory.streams ??= new Set<number>();
      memory.nth ??= 0;
      if (asked.path === paths.chat && answer.status === 200) {
        if (asked.json.stream === true) memory.streams.add(memory.nth);
        memory.nth += 1;
      }
      if (isHistory(asked) && answer.status === 200)
        editJson(answer, ({ data }) => {
          for (const entry of data)
            if (memory.streams.has(Number(entry.query_id) - 700_000)) entry.bot_name = "loom-large";
        });
    },
  },
  inHistory("entry-names", "enters the same name for all models", "service/entry-models", ({ data }) => {
    for (const entry of data) entry.bot_name = "api";
  }),
  priced("other-model-cost", "charges the price of the cheapest model for all", "service/other-model-cost", (entry) => {
    if (entry.bot_name === "loom-large") entry.cost_points = Math.ceil(entry.cost_points / 4);
  }),
  {
    ...at("stream-cost", "charges streams three times", "account/stream-cost"),
    answer: (answer, asked, memory) => {
      memory.streams ??= new Set<number>();
      memory.nth ??= 0;
      if (asked.path === paths.chat && answer.status === 200) {
        if (asked.json.stream === true) memory.streams.add(memory.nth);
        memory.nth += 1;
      }
      changeCosts(answer, asked, memory, (entry) => {
        if (memory.streams.has(Number(entry.query_id) - 700_000)) entry.cost_points *= 3;
      });
    },
  },
];

/** Another cost in the history, and as much in the balance. */
function priced(id: string, says: string, by: string, change: (entry: Body) => void): Fault {
  return inAnswer(at(id, says, by), (answer, asked, memory) => changeCosts(answer, asked, memory, change));
}

function changeCosts(
  answer: Parameters<NonNullable<Fault["answer"]>>[0],
  asked: Asked,
  memory: Body,
  change: (entry: Body) => void,
) {
  if (answer.status !== 200) return;
  memory.extra ??= new Map<string, number>();
  if (isHistory(asked))
    editJson(answer, ({ data }) => {
      for (const entry of data) {
        const before = entry.cost_points;
        change(entry);
        memory.extra.set(entry.query_id, entry.cost_points - before);
      }
    });
  if (asked.path === "/usage/current_balance")
    editJson(answer, (body) => {
      for (const extra of memory.extra.values()) body.current_point_balance -= extra;
    });
}

/** Enters some of the refused chat completions. */
function entersRefused(
  id: string,
  says: string,
  isEntered: (answer: Answer, asked: Asked) => boolean,
  cost: number,
): Fault {
  return inAnswer(at(id, says, "service/refused-not-entered"), (answer, asked, memory) => {
    memory.entries ??= [];
    if (asked.path === paths.chat && isEntered(answer, asked))
      memory.entries.unshift({
        query_id: `refused-${memory.entries.length}`,
        bot_name: "loom-mini",
        creation_time: Date.now() * 1000 + memory.entries.length,
        usage_type: "API",
        cost_points: cost,
      });
    if (!isHistory(asked) || answer.status !== 200 || asked.query.get("limit") === "1") return;
    editJson(answer, (body) => {
      body.data = [...body.data, ...memory.entries];
      body.data.sort((one: Body, other: Body) => other.creation_time - one.creation_time);
      body.length = body.data.length;
    });
  });
}
