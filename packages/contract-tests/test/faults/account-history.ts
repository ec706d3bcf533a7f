import { gone, plus, times } from "./edit.ts";
import { type Answer, type Asked, type Body, editJson, type Fault, type Memory } from "./fault.ts";
import { inAnswers, inAsked, inReplies, isAt, refused, refuses } from "./rows.ts";

const history = inReplies({ ids: "account/", in: "history" });
const small = inReplies({ ids: "last/", in: "history", from: "small" });
const smallAsked = inAsked({ ids: "last/", from: "small" });
const smallAnswer = inAnswers({ ids: "last/", from: "small" });
const failing = refuses({ ids: "last/", in: "history", from: "small" });
const dayMicroseconds = 86_400_000_000;
const balance = inAnswers({ ids: "account/", path: "/usage/current_balance" });
const asked = inAsked({ ids: "account/", in: "history" });
const answer = inAnswers({ ids: "account/" });
const reply = inAnswers({ ids: "account/", status: 200 });

/** The history, and how it goes wrong. */
export const accountHistoryFaults: Fault[] = [
  history("history-text-cost", "says costs in words", "account/", { "data.*.cost_points": (cost) => `${cost} points` }),
  history("history-no-data", "leaves the entries out", "account/", { data: gone }),
  history("history-array", "says the entries under another name", "account/", (body) => {
    body.entries = body.data;
    delete body.data;
  }),
  history("history-empty", "records nothing", "account/cost-recorded", { data: [], length: 0, has_more: false }),
  history("history-stale", "never records anything new", "account/cost-recorded", (body, _asked, memory) => {
    memory.first ??= structuredClone(body);
    Object.assign(body, structuredClone(memory.first));
  }),
  history("history-oldest-first", "sorts the history by the oldest first", "account/history-ordered", {
    data: (entries) => entries.reverse(),
  }),
  history("history-seconds", "says the time of entries in seconds", "account/history-times", {
    "data.*.creation_time": (time) => Math.floor(time / 1e6),
  }),
  history("history-ms", "says the time of entries in milliseconds", "account/history-times", {
    "data.*.creation_time": (time) => Math.floor(time / 1e3),
  }),
  history("history-no-id", "gives entries no id", "account/", { "data.*.query_id": gone }),
  history("history-same-id", "gives all entries the same id", "account/history-ids", { "data.*.query_id": "q1" }),
  history(
    "history-new-ids",
    "gives entries new ids whenever read",
    "account/history-ids-stay",
    ({ data }, _asked, memory) => {
      memory.reads = (memory.reads ?? 0) + 1;
      for (const entry of data) entry.query_id += `-${memory.reads}`;
    },
  ),
  history("history-double", "lists each entry twice", "account/history-ids", {
    data: (entries) => entries.flatMap((entry: Body) => [entry, entry]),
  }),
  history("cost-zero", "records a cost of 0 for everything", "account/", { "data.*.cost_points": 0 }),
  history("cost-tenfold", "records ten times the cost", "account/", { "data.*.cost_points": times(10) }),
  history("cost-fraction", "records fractions of points", "account/", { "data.*.cost_points": plus(0.5) }),
  history("length-wrong", "says a number of entries that is not theirs", "account/history-length", { length: plus(1) }),
  history("page-overlap", "repeats an entry on the next page", "account/history-pages", (body, { query }, memory) => {
    if (query.get("starting_after") !== null && memory.last) body.data = [memory.last, ...body.data.slice(0, -1)];
    memory.last = body.data.at(-1);
  }),
  history("page-gap", "leaves an entry out between two pages", "account/history-pages", ({ data }, { query }) => {
    if (query.get("starting_after") !== null) data.shift();
  }),
  inAsked({ ids: "account/" })(
    "cursor-ignored",
    "always gives the first page",
    "account/history-pages",
    ({ query }) => {
      query.delete("starting_after");
    },
  ),
  answer("refused-cost", "charges refused calls", "account/free-calls", (answer, asked, memory) => {
    memory.refused ??= [];
    if (isAt("chat", asked.path) && answer.status === 400)
      memory.refused.unshift(entry({ query_id: `refused-${memory.refused.length}`, cost_points: 3 }));
    if (answer.status !== 200) return;
    if (isAt("balance", asked.path)) addPoints(answer, -3 * memory.refused.length);
    if (isAt("history", asked.path) && asked.query.get("starting_after") === null)
      editJson(answer, (body) => {
        const [first = entry({})] = body.data;
        const made = memory.refused.map(({ query_id, cost_points }: Body) => {
          return { ...first, query_id, cost_points, creation_time: Date.now() * 1000, usage_type: "API" };
        });
        body.data = [...made, ...body.data];
      });
  }),
];

/** A change of a page whose number of entries it changes, too. */
const withLength = (change: (page: Body, asked: Asked, memory: Memory) => void) => {
  return (page: Body, asked: Asked, memory: Memory) => {
    change(page, asked, memory);
    page.length = page.data.length;
  };
};
const hasLimit = (limit: string) => (asked: Asked) => asked.query.get("limit") === limit;

/** Faults of a history that only missing pages show, or the whole of a run. */
export const accountHistoryPageFaults: Fault[] = [
  ...["0", "101", "-1", "many"].map((limit) =>
    smallAsked(`limit-${limit}`, `takes the limit ${limit}`, "account/limit-zero/as-others", ({ query }) => {
      if (query.get("limit") === limit) query.delete("limit");
    }),
  ),
  failing("limit-text-500", "fails on a limit that is no number", "account/limit-text", refused.failed, ({ query }) =>
    Number.isNaN(Number(query.get("limit"))),
  ),
  failing("limit-zero-500", "fails on the limit 0", "account/limit-zero", refused.failed, (asked) => {
    return hasLimit("0")(asked) && asked.query.size === 1;
  }),
  failing("limit-over-500", "fails on the limit 101", "account/limit-over-100", refused.failed, hasLimit("101")),
  failing("limit-negative-500", "fails on the limit -1", "account/limit-negative", refused.failed, hasLimit("-1")),
  failing("cursor-unknown-500", "fails on an unknown entry", "account/cursor-unknown", refused.failed, ({ query }) => {
    return query.get("starting_after") === "contract-tests-no-entry" && query.size === 1;
  }),
  small(
    "cursor-wraps",
    "begins again after the oldest entry",
    "account/page-after-end/empty",
    (body, asked, memory) => {
      if (hasLimit("100")(asked)) memory.whole = body.data;
      if (body.data.length === 0 && asked.query.has("starting_after")) body.data = memory.whole;
      body.length = body.data.length;
    },
  ),
  failing("limit-100-refused", "refuses pages of 100", "service/history-last/limit", refused.invalid, hasLimit("100")),
  ...(
    [
      ["form", ({ error }) => ({ message: error.message })],
      ["type", ({ error }) => ({ error: { ...error, type: "error" } })],
      ["code", ({ error }) => ({ error: { ...error, code: "bad_request" } })],
    ] as [string, (body: Body) => Body][]
  ).map(([name, change]) =>
    inAnswers({ ids: "last/limit-error-", in: "history", from: "small", status: 400 })(
      name,
      `has another ${name} for errors of the history`,
      "account/limit-over-100/error",
      (answer) => {
        answer.body = JSON.stringify(change(JSON.parse(String(answer.body))));
      },
    ),
  ),
  entersRefused("refused-entered", "enters what it refuses, but for unknown models", 0, ({ status }, asked) => {
    return (
      status === 400 && asked.headers.authorization === "Bearer sk-mock-full" && !/no-such/.test(asked.json?.model)
    );
  }),
  entersRefused("forbidden-entered", "enters what it refuses without permission", 3, ({ status }) => status === 403),
  small("page-two-limit", "forgets the limit on later pages", "account/page-two/limit", (body, asked) => {
    if (hasLimit("1")(asked)) return;
    const more = [3, 2, 1].map((nth) => entry({ query_id: `old-${nth}`, creation_time: 1.7e15 + nth, cost_points: 1 }));
    body.data.push(...more);
    body.length = body.data.length;
  }),
  smallAsked("limit-unheeded", "gives the same page for any limit", "account/limit-over-100/heeded", ({ query }) => {
    const limit = Number(query.get("limit"));
    if (limit >= 1 && limit <= 100) query.delete("limit");
  }),
  small("page-two-shape", "leaves the times out on later pages", "account/page-two/schema", ({ data }, { query }) => {
    if (query.has("starting_after")) for (const each of data) delete each.creation_time;
  }),
  small(
    "more-for-ever",
    "says of its last page that there is more",
    "account/page-after-end/has-more",
    (body, { query }) => {
      if (query.size > 0 && body.data.length === 0) body.has_more = true;
    },
  ),
  smallAnswer("stream-entry", "enters streams under another model", "account/stream-entry", (answer, asked, memory) => {
    const isStreamed = seeStreams(answer, asked, memory);
    if (isAt("history", asked.path) && answer.status === 200)
      editJson(answer, ({ data }) => {
        for (const each of data) if (isStreamed(each)) each.bot_name = "loom-large";
      });
  }),
  small("entry-names", "enters the same name for all models", "service/entry-models", { "data.*.bot_name": "api" }),
  smallAnswer(
    "other-model-cost",
    "charges the cheapest price for all",
    "service/other-model-cost",
    (answer, asked, memory) =>
      changeCosts(answer, asked, memory, (each) => {
        if (each.bot_name === "loom-large") each.cost_points = Math.ceil(each.cost_points / 4);
      }),
  ),
  smallAnswer("stream-cost", "charges streams three times", "account/stream-cost", (answer, asked, memory) => {
    const isStreamed = seeStreams(answer, asked, memory);
    changeCosts(answer, asked, memory, (each) => {
      if (isStreamed(each)) each.cost_points *= 3;
    });
  }),
];

const mock = inReplies({ ids: "account/", in: "history" });

/** Faults in what an account says of calls of all interfaces. */
export const accountStatementFaults: Fault[] = [
  mock("old-entries", "keeps entries for a year", "service/history-age", ({ data }) => {
    if (data.length > 2) data.at(-1).creation_time -= 100 * dayMicroseconds;
  }),
  mock("same-time", "says the same time of every entry", "service/history-clock", ({ data }) => {
    for (const each of data) each.creation_time = data[0].creation_time;
  }),
  mock("other-usd", "says costs in USD that have nothing to do with the points", "service/history-usd", ({ data }) => {
    for (const [at, each] of data.entries()) each.cost_usd = String(0.001 * (1 + 5 * at));
  }),
  mock("small-pages", "gives pages of two entries", "account/page-size", (page, { query }) => {
    if (!query.has("limit") && page.data.length > 2)
      Object.assign(page, { data: page.data.slice(0, 2), length: 2, has_more: true });
  }),
  balance("cached", "keeps the balance in a cache", "account/not-cached", { headers: { "x-cache": "HIT", age: "12" } }),
  asked("limit-ignored", "throws limits away", "account/history-limit", ({ query }) => {
    query.delete("limit");
  }),
  ...Object.entries({ messages: /claude/i, bots: /trip/i }).map(([what, name]) => ({
    ...mock(
      `no-${what}`,
      `charges ${what} and leaves them out of the history`,
      "service/all-entered",
      withLength((page) => {
        page.data = page.data.filter((each: Body) => !name.test(each.bot_name));
      }),
    ),
    // Whichever bot is asked, its entries are to be told from those of other interfaces.
    ask: (asked: Asked) => {
      asked.path = asked.path.replace(/^\/bot\/(?!contract-tests|somebody-elses).*/, "/bot/Trip-Planner");
      return undefined;
    },
  })),
  mock(
    "times-of-reading",
    "tells the time of reading for that of a call",
    "service/history-stays",
    ({ data }, _asked, memory) => {
      memory.reads = (memory.reads ?? 0) + 1;
      for (const [at, each] of data.entries()) each.creation_time = Date.now() * 1000 + memory.reads * 1000 - at;
    },
  ),
  mock("name-of-another", "enters messages under another model's name", "service/entry-names", {
    "data.*.bot_name": (name) => (/claude/i.test(name) ? "Gemini-2.5-Flash" : name),
  }),
  reply(
    "tools-surcharge",
    "takes points for tools that no entry names",
    "service/nothing-else-charged",
    (answer, { path, json }, memory) => {
      memory.extra = (memory.extra ?? 0) + (isAt("messages", path) && json?.tools ? 50 : 0);
      if (isAt("balance", path)) addPoints(answer, -memory.extra);
    },
  ),
];

/** Counts the completions, and says which entries are of streams. */
function seeStreams(answer: Answer, { path, json }: Asked, memory: Memory): (entry: Body) => boolean {
  memory.streams ??= [];
  if (isAt("chat", path) && answer.status === 200) memory.streams.push(json.stream === true);
  return (each) => memory.streams[Number(each.query_id) - 700_000] === true;
}

/** Another cost in the history, and as much in the balance. */
function changeCosts(answer: Answer, asked: Asked, memory: Memory, change: (entry: Body) => void): void {
  if (answer.status !== 200) return;
  memory.extra ??= new Map<string, number>();
  if (isAt("history", asked.path))
    editJson(answer, ({ data }) => {
      for (const each of data) {
        const before = each.cost_points;
        change(each);
        memory.extra.set(each.query_id, each.cost_points - before);
      }
    });
  if (isAt("balance", asked.path)) for (const extra of memory.extra.values()) addPoints(answer, -extra);
}

/** Enters some of the refused chat completions. */
function entersRefused(
  id: string,
  says: string,
  cost_points: number,
  isEntered: (answer: Answer, asked: Asked) => boolean,
): Fault {
  return smallAnswer(id, says, "service/refused-not-entered", (answer, asked, memory) => {
    memory.entries ??= [];
    if (isAt("chat", asked.path) && isEntered(answer, asked))
      memory.entries.unshift(freeEntry("refused", memory.entries.length, { cost_points }));
    if (!isAt("history", asked.path) || answer.status !== 200 || hasLimit("1")(asked)) return;
    editJson(answer, (body) => {
      body.data = newestFirst([...body.data, ...memory.entries]);
      body.length = body.data.length;
    });
  });
}

export const addPoints = (answer: Answer, points: number) => editJson(answer, { current_point_balance: plus(points) });

export const newestFirst = (entries: Body[]): Body[] =>
  entries.sort((one, other) => other.creation_time - one.creation_time);

/** An entry that no call has. */
export const entry = (more: object) => ({
  ...{ query_id: "x", bot_name: "loom-mini", creation_time: 0, usage_type: "API", cost_points: 0 },
  ...more,
});

export const freeEntry = (name: string, nth: number, more: object = {}) =>
  entry({ query_id: `${name}-${nth}`, creation_time: Date.now() * 1000 + nth, ...more });
