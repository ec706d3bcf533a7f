import { addPoints, entry, freeEntry, newestFirst } from "./account-history.ts";
import { applyEdit, plus, times } from "./edit.ts";
import { type Answer, type Asked, type Body, editJson, type Fault, isJson, type Memory } from "./fault.ts";
import { inAnswers, inAsked, inReplies, isAt, refused, refuses, sentKey } from "./rows.ts";

const history = inReplies({ ids: "small/", in: "history" });
const small = inAnswers({ ids: "small/", status: 200 });
const last = inAnswers({ ids: "last/", from: "small", status: 200 });
const hourMicroseconds = 3_600 * 1e6;

const setLength = (page: Body) => Object.assign(page, { length: page.data.length });
const twice = (data: Body[]) => data.flatMap((each) => [each, { ...each, query_id: `${each.query_id}b` }]);

/** Takes a point for each of some requests, or gives one. */
function pointFor(
  id: string,
  says: string,
  by: string,
  isCounted: (asked: Asked, status: number) => boolean,
  { points = -1, ids = "small/" } = {},
): Fault {
  return inAnswers({ ids, ...(ids === "last/" && { from: "small" }) })(id, says, by, (answer, asked, memory) => {
    memory.count = (memory.count ?? 0) + (isCounted(asked, answer.status) ? 1 : 0);
    if (isAt("balance", asked.path) && answer.status === 200) addPoints(answer, points * memory.count);
  });
}

/** The balance as if each cost had been charged twice. */
function chargeTwice(answer: Answer, memory: Memory): void {
  editJson(answer, (body) => {
    memory.first ??= body.current_point_balance;
    body.current_point_balance = 2 * body.current_point_balance - memory.first;
  });
}
const balance = inReplies({ ids: "small/", in: "balance" });
const smallAsked = inAsked({ ids: "small/" });
const lastAsked = inAsked({ ids: "last/", from: "small" });
const otherHistory = inReplies({ ids: "last/", in: "history", path: "/v1/usage/history" });

/** Faults of the account in a deployment of chat, models and account. */
export const accountChargeFaults: Fault[] = [
  inReplies({ ids: "small/", in: "balance", is: (asked) => sentKey(asked) === "sk-small-other" })(
    "billed-to-key",
    "bills each key by itself, and not their account",
    "service/same-account-balance",
    { current_point_balance: 50_000 },
  ),
  pointFor("charged-4xx", "takes a point for each refused request", "account/free-calls", ({ path }, status) => {
    return isAt("chat", path) && status >= 400;
  }),
  pointFor("charged-reads", "takes a point for each look at the history", "account/free-calls", ({ path }) => {
    return path === "/usage/points_history";
  }),
  pointFor(
    "429-billed",
    "charges what it refuses over the limit",
    "limit/untouched",
    (_asked, status) => status === 429,
  ),
  pointFor("charged-401", "takes a point for each wrong key", "service/nothing-else-charged", ({ path }, status) => {
    return isAt("chat", path) && status === 401;
  }),
  pointFor(
    "uncharged-streams",
    "enters streams and takes nothing for them",
    "account/streams-charged",
    ({ path, json }, status) => isAt("chat", path) && status === 200 && json.stream === true,
    { points: 1 },
  ),
  history("entered-twice", "enters each chat completion twice", "account/history-complete", (body, { query }) => {
    if (query.size === 0) body.data = twice(body.data);
    setLength(body);
  }),
  small(
    "charged-twice",
    "charges and enters each completion twice",
    "account/history-complete",
    (answer, asked, memory) => {
      if (isAt("history", asked.path))
        editJson(answer, (body) => {
          if (asked.query.size === 0) body.data = twice(body.data);
          setLength(body);
        });
      if (isAt("balance", asked.path)) chargeTwice(answer, memory);
    },
  ),
  small("double-price", "charges twice the price", "account/cost-is-price", (answer, { path }, memory) => {
    if (isAt("history", path)) editJson(answer, { "data.*.cost_points": times(2) });
    if (isAt("balance", path)) chargeTwice(answer, memory);
  }),
  small("flat-price", "charges 1 point whatever was used", "account/cost-is-price", (answer, { path }, memory) => {
    memory.made = (memory.made ?? 0) + (isAt("chat", path) ? 1 : 0);
    if (isAt("history", path)) editJson(answer, { "data.*.cost_points": 1 });
    if (isAt("balance", path)) editJson(answer, { current_point_balance: 50_000 - memory.made });
  }),
  small(
    "free-streams",
    "neither enters nor charges streams",
    "account/history-complete",
    (answer, { path, json }, memory) => {
      memory.isStream ||= isAt("chat", path) && json?.stream === true;
      if (isAt("history", path))
        editJson(answer, (body) => {
          if (memory.isStream) body.data.shift();
          setLength(body);
        });
    },
  ),
  history("loses-entries", "leaves every second entry out", "account/", (body) => {
    body.data = body.data.filter((_: Body, index: number) => (body.data.length - index) % 2 === 1);
    setLength(body);
  }),
  history("neighbours-swapped", "swaps two neighbouring entries", "account/history-ordered", ({ data }, { query }) => {
    if (query.size === 0 && data.length > 2) data.splice(0, 2, data[1], data[0]);
  }),
  history(
    "cursor-inclusive",
    "begins a page with the named entry",
    "account/history-pages",
    (body, { query }, memory) => {
      for (const each of body.data) memory[each.query_id] = each;
      const cursor = query.get("starting_after");
      if (cursor !== null) body.data = [memory[cursor], ...body.data].slice(0, 2);
    },
  ),
  history("has-more-false", "never says that there is more", "account/history-has-more", { has_more: false }),
  history("future", "enters what will be next year", "account/history-times", { "data.*.creation_time": plus(3.2e13) }),
  balance("stale-balance", "tells the balance of the first look", "account/balance-falls", (body, _asked, memory) => {
    body.current_point_balance = memory.first ??= body.current_point_balance;
  }),
  history("entry-model", "enters another model of its list", "account/entry-model", {
    "data.*.bot_name": (name) => (name === "loom-mini" ? "loom-large" : "loom-mini"),
  }),
  history("entry-no-name", "enters an empty name", "account/entry-model", { "data.*.bot_name": "" }),
  history("entry-type", "enters calls by key as chats", "account/entry-type", { "data.*.usage_type": "Chat" }),
  history("entry-behind", "enters calls with the time of a zone five hours behind", "account/entry-time", {
    "data.*.creation_time": plus(-5 * hourMicroseconds),
  }),
  history("entry-ahead", "enters calls with the time of a zone an hour ahead", "account/entry-time", {
    "data.*.creation_time": plus(hourMicroseconds),
  }),
  history("always-more", "says on every page that there is more", "account/history-goes-on", { has_more: true }),
  smallAsked("one-more", "gives one entry more than asked for", "account/history-limit", ({ query }) => {
    if (query.has("limit")) query.set("limit", String(Number(query.get("limit")) + 1));
  }),
];

/** Charges that are right call by call and wrong for a kind of calls. */
export const chargingFaults: Fault[] = [
  inAnswers({ ids: "charging/", from: "small", status: 200, key: "full" })(
    "plain-twice",
    "sends each plain completion to the model twice",
    "account/history-complete",
    (answer, { path, query }, memory) => {
      memory.streamed ??= [];
      memory.extra ??= 0;
      if (isAt("chat", path)) memory.streamed.unshift(!isJson(answer));
      if (isAt("balance", path)) addPoints(answer, -memory.extra);
      if (!isAt("history", path) || query.has("starting_after")) return;
      editJson(answer, (body) => {
        const isPlain = (_entry: Body, at: number) => memory.streamed[at] === false;
        const plain: Body[] = body.data.filter(isPlain);
        if (body.data.length >= memory.streamed.length)
          memory.extra = plain.reduce((sum, { cost_points: cost }) => sum + cost, 0);
        body.data = body.data.flatMap((each: Body, at: number) =>
          isPlain(each, at) ? [{ ...each, query_id: `${each.query_id}-again` }, each] : [each],
        );
        body.data.length = Math.min(body.data.length, Number(query.get("limit") ?? 100));
        setLength(body);
      });
    },
  ),
  inAnswers({ ids: "charging/", status: 200 })(
    "messages-free",
    "enters messages with their cost, and does not charge them",
    "service/all-charged",
    (answer, asked, memory) => {
      // About what each of them costs: the balance is told before the history is.
      memory.free = (memory.free ?? 0) + (isAt("messages", asked.path) ? 3 : 0);
      const more = plus(memory.free);
      if (asked.path === "/usage/current_balance" && sentKey(asked) === "sk-mock-full")
        editJson(answer, { current_point_balance: more, plan_points_balance: more });
    },
  ),
];

/** Faults of an account that show in a second look at it, by another path or with another key. */
export const accountSecondLookFaults: Fault[] = [
  inPair("pair-costs", "tells other costs under /v1 than under /usage", (body) =>
    applyEdit(body, { "data.*.cost_points": plus(1) }),
  ),
  inPair("pair-entries", "leaves the newest entry out under /v1", ({ data }) => data.shift()),
  otherHistory("pair-empty", "has no entries under /v1", "service/nothing-else-charged", {
    data: [],
    length: 0,
    has_more: false,
  }),
  pointFor(
    "models-cost",
    "takes a point for the model list",
    "account/free-calls",
    ({ path }, status) => isAt("models", path) && status === 200,
    { ids: "last/" },
  ),
  last("reads-entered", "enters each look at the history", "account/free-calls", (answer, { path }, memory) => {
    if (!isAt("history", path)) return;
    memory.reads = [freeEntry("free", memory.reads?.length ?? 0), ...(memory.reads ?? [])];
    editJson(answer, (body) => {
      body.data = newestFirst([...memory.reads.slice(1), ...body.data]);
      setLength(body);
    });
  }),
  refuses({ ids: "last/", from: "small" })(
    "odd-page-500",
    "fails on a page that there can't be",
    "account/page-odd",
    refused.failed,
    ({ query }) => query.get("starting_after")?.startsWith("contract-tests"),
  ),
  lastAsked("key-case", "takes a key in any letter case", "account/refused/wrong-key-points-history", ({ headers }) => {
    if (headers.authorization?.startsWith("Bearer SK-"))
      headers.authorization = headers.authorization.toLowerCase().replace("bearer", "Bearer");
  }),
  inAnswers({ ids: "rate/", from: "small", key: "tiny" })(
    "own-history",
    "enters what it refuses over the limit in the history of the key",
    "limit/own-history",
    (answer, { path }, memory) => {
      memory.refused ??= [];
      if (answer.status === 429) memory.refused.unshift(freeEntry("free", memory.refused.length));
      if (answer.status !== 200) return;
      if (isAt("history", path))
        editJson(answer, (body) => setLength(Object.assign(body, { data: memory.refused, has_more: false })));
      if (isAt("balance", path)) editJson(answer, { current_point_balance: 321 });
    },
  ),
];

/** An account that was used before, and one thing wrong with its history under /v1. */
function inPair(id: string, says: string, change: (body: Body) => void): Fault {
  return inReplies({ ids: "last/", in: "history", is: ({ query }) => query.size === 0 })(
    id,
    says,
    "account/histories-equal",
    (body, { path }) => {
      const more = { bot_name: "loom-mini", cost_points: 4 };
      for (const nth of [2, 1])
        body.data.push(entry({ ...more, query_id: `free-${nth}`, creation_time: nth * 1e12 + 1.7e15 }));
      if (path === "/v1/usage/history") change(body);
      setLength(body);
    },
  );
}
