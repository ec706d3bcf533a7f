import { gzipSync } from "node:zlib";
import { addPoints } from "./account-history.ts";
import { type Asked, type Body, editJson, type Fault, isJson, refusal, textOf } from "./fault.ts";
import {
  editAnswer,
  inAnswers,
  inAsked,
  inErrors,
  inReplies,
  isAt,
  mayRefuse,
  refused,
  sentKey,
  variants,
} from "./rows.ts";

const at = { ids: "legal/small-", from: "small" } as const;
const balance = variants(inReplies({ ...at, in: "balance" }));
const history = variants(inReplies({ ...at, in: "history" }));
const list = variants(inReplies({ ...at, in: "models" }));
const answer = variants(inAnswers(at));
const asked = variants(inAsked(at));
const error = variants(inErrors(at));
const reply = variants(inReplies({ ...at, in: "chat" }));
const chatRefuses = mayRefuse({ ...at, in: "chat" });
const isHistory = ({ path }: Asked) => path === "/usage/points_history";
const isOther = (request: Asked) => ["sk-mock-tiny", "sk-mock-limited"].includes(sentKey(request) ?? "");
const empty = { data: [], length: 0, has_more: false };
const foreign = (nth: number, startMs: number) => ({
  ...{ query_id: `foreign-${nth}`, bot_name: "loom-large", creation_time: (startMs + 60_000) * 1000 + nth },
  ...{ usage_type: "Chat", cost_points: 11 },
});

/** Legal variants of models, keys and the account in a deployment of chat, models and account. */
export const legalAccountVariants: Fault[] = [
  mayRefuse(at)("no-permission-account", "tells no account without permission", refused.notAllowed, {
    key: "limited",
    is: ({ path }) => /balance$|history$/.test(path),
  }),
  asked("half-pair", "has the history, but not the balance, under /v1, too", (request) => {
    if (request.path === "/v1/usage/history") request.path = "/usage/points_history";
  }),
  answer("float-balance", "writes the balance with a fraction of zero", (made, { path }) => {
    if (isAt("balance", path))
      made.body = textOf(made).replaceAll(/"current_point_balance":(\d+)/g, '"current_point_balance":$1.0');
  }),
  list("usd-only", "has prices in USD only", ({ data }) => {
    for (const { pricing } of data) delete pricing.points;
  }),
  list("exponents", "writes prices with exponents, and null where none applies", ({ data }) => {
    for (const { pricing } of data)
      Object.assign(pricing, { prompt: "1e-7", image: null, request: null, input_cache_read: "1e-8" });
  }),
  list("free-of-points", "says null for its prices in points", { "data.*.pricing.points": null }),
  list("many", "lists hundreds of models, some of which make pictures", ({ data }) => {
    const [first] = data;
    const architecture = { modality: "text->image", input_modalities: ["text"], output_modalities: ["image"] };
    for (let nth = 0; nth < 300; nth += 1) data.unshift({ ...first, id: `picture-${nth}`, architecture });
  }),
  list("seconds-or-null", "has descriptions of null and no other optional field", ({ data }) => {
    for (const model of data) Object.assign(model, { description: null, permission: [], root: model.id, parent: null });
  }),
  chatRefuses("strict", "refuses unspecified fields", refused.invalid, ({ json }) => {
    const known = ["model", "messages", "stream", "max_tokens", "temperature"];
    return json && Object.keys(json).some((name) => !known.includes(name));
  }),
  history("late-costs", "enters a cost of 0 first, and the final one two reads later", ({ data }, _asked, memory) => {
    for (const entry of data) {
      memory[entry.query_id] = (memory[entry.query_id] ?? 0) + 1;
      if (memory[entry.query_id] <= 2) entry.cost_points = 0;
    }
  }),
  answer("gzip", "compresses what a client takes compressed", (made, { headers }) => {
    if (headers["accept-encoding"]?.includes("gzip"))
      editAnswer(made, { body: gzipSync(textOf(made)), headers: { "content-encoding": "gzip" } });
  }),
  answer("other-account", "owns the keys of other kinds by other accounts", (made, request) => {
    if (!isOther(request) || made.status !== 200) return;
    if (isAt("balance", request.path)) editJson(made, { current_point_balance: 700 });
    if (isHistory(request)) editJson(made, empty);
  }),
  balance("late-balance", "takes a cost from the balance two reads later", (body, { headers }, memory) => {
    const key = headers.authorization ?? "";
    memory[key] = [...(memory[key] ?? []), body.current_point_balance];
    body.current_point_balance = memory[key].at(-3) ?? memory[key][0];
  }),
  answer("foreign-use", "is used by others all the time", (made, request, memory) => {
    if (made.status !== 200) return;
    memory.nth ??= 0;
    memory.startMs ??= Date.now();
    if (isHistory(request)) {
      memory.nth += 1;
      const others = Array.from({ length: memory.nth }, (_, at) => foreign(memory.nth - at, memory.startMs));
      editJson(made, (body) => {
        if (request.query.size === 0) body.data = [...others, ...body.data];
        body.length = body.data.length;
      });
    }
    if (isAt("balance", request.path)) addPoints(made, -11 * memory.nth);
  }),
  answer("cache-discount", "charges less for what it has cached", (made, { path, json }) => {
    if (made.status !== 200) return;
    if (isAt("chat", path) && isJson(made) && json.temperature === 2)
      editJson(made, ({ usage }) =>
        Object.assign(usage, { prompt_tokens_details: { cached_tokens: usage.prompt_tokens - 1 } }),
      );
    if (isAt("history", path)) editJson(made, { "data.*.cost_breakdown_in_points": { "Cache discount": "-1 points" } });
  }),
  history("rich-history", "tells more of each entry and of its pages", (body) => {
    Object.assign(body, { object: "list", next_cursor: body.data.at(-1)?.query_id ?? null });
    const more = { api_key_name: "ci", cost_usd: "0.0001", chat_name: null, cost_breakdown_in_points: null };
    for (const entry of body.data) Object.assign(entry, more);
  }),
  balance("rich-balance", "tells more of the balance", (body) =>
    Object.assign(body, { plan_points_balance: 1, addon_point_balance: 2, auto_recharge: null, email: null }),
  ),
  chatRefuses(
    "permission-first",
    "looks at permissions and points before the body",
    refusal(403, "forbidden", "forbidden"),
    { key: "limited" },
  ),
  variants(inAnswers({ ...at, status: 403 }))("bare-403", "sends nothing with 403", (made) => {
    Object.assign(made, { headers: {}, body: "" });
  }),
  error(
    "missing-key-code",
    "has a name of its own for a missing key",
    ({ error }, { headers }, _memory, { status }) => {
      if (status === 401 && headers.authorization === undefined)
        Object.assign(error, { code: "missing_api_key", type: "authentication_error" });
    },
  ),
  error(
    "nested-parameters",
    "calls a missing role or content an invalid parameter",
    ({ error }, { json }, _, { status }) => {
      if (
        status === 400 &&
        json?.messages?.length > 0 &&
        json.model !== undefined &&
        error.code === "missing_parameter"
      )
        error.code = "invalid_parameter";
    },
  ),
  mayRefuse(at)("capital-bearer", "knows the scheme as Bearer only", refused.wrongKey, ({ headers }) =>
    headers.authorization?.startsWith("bearer "),
  ),
  answer(
    "new-minute",
    "begins a new minute after the first refusal",
    (made, _asked, memory) => {
      if (made.status === 429) memory.isOver = true;
    },
    {
      ask: ({ headers }, memory) => {
        if (memory.isOver && headers.authorization?.endsWith("-tiny")) headers.authorization = "Bearer sk-mock-full";
        return undefined;
      },
    },
  ),
  history("short-pages", "has pages of one entry", (body) => {
    const data = body.data.slice(0, 1);
    Object.assign(body, { has_more: body.data.length > 1, data, length: data.length });
  }),
  history("display-names", "enters a name that people read", { "data.*.bot_name": "Loom, the small one" }),
  history("recorded-times", "enters the times of a recording", {
    "data.*.creation_time": (time) => time - 90 * 86_400 * 1e6,
  }),
  answer("busy-account", "has an account that others use between two looks at it", (made, { path, query }, memory) => {
    if (made.status !== 200) return;
    memory.calls = (memory.calls ?? 0) + (isAt("chat", path) ? 1 : 0);
    // The first look at the balance after the plain and the streamed call, and all that follows.
    memory.isUsed ||= isAt("balance", path) && memory.calls >= 3;
    if (!memory.isUsed) return;
    if (isAt("balance", path)) addPoints(made, -12);
    if (isAt("history", path))
      editJson(made, ({ data }) => {
        if (data.length === 0) return;
        data.unshift({ ...data[0], query_id: "somebody-else", cost_points: 12 });
        if (query.get("limit") === "1") data.pop();
      });
  }),
];

/** Legal variants of limits, keys and models: the choices left to a deployment of chat, models and account. */
export const legalChoiceVariants: Fault[] = [
  mayRefuse(at)("no-permission-anything", "refuses whatever a key without permission asks", refused.notAllowed, {
    key: "limited",
  }),
  asked("any-limit", "gives a page of its own size where there is none of the size asked for", ({ query }) => {
    const limit = Number(query.get("limit") ?? 1);
    if (!(limit >= 1 && limit <= 100)) query.delete("limit");
  }),
  asked("least-limit", "corrects limits that are too large, and numbers that are too small", ({ query }) => {
    const limit = Number(query.get("limit") ?? Number.NaN);
    if (!Number.isNaN(limit)) query.set("limit", String(Math.min(100, Math.max(1, limit))));
  }),
  mayRefuse(at)("cursor-404", "answers 404 for an entry that does not exist", refused.notFound, ({ query }) =>
    query.get("starting_after")?.startsWith("contract-tests"),
  ),
  history("no-cursor-at-end", "refuses to go on after the oldest entry", ({ data }, { query }, _memory, made) => {
    if (query.has("starting_after") && data.length === 0) made.status = 404;
  }),
  answer("account-of-own", "has an account of its own for each key", (made, request) => {
    const isPoor = sentKey(request) === "sk-mock-low";
    if (made.status !== 200 || !(isPoor || isOther(request))) return;
    if (isHistory(request)) editJson(made, empty);
    if (isAt("balance", request.path) && !isPoor) editJson(made, { current_point_balance: 900 });
  }),
  list("models-seconds", "says in seconds when models were made", {
    "data.*.created": (milliseconds) => Math.floor(milliseconds / 1000),
  }),
  reply("thinks-apart", "counts what it thinks apart from what it says", ({ usage }) => {
    usage.completion_tokens_details = { reasoning_tokens: 40 };
    usage.total_tokens += 40;
  }),
  error("names-of-403", "has names of its own for what a key may not do", ({ error }, _asked, _memory, { status }) => {
    if (status === 403) Object.assign(error, { type: "moderation_error", code: "not_allowed" });
  }),
  answer("grant", "gives points away during a run", (made, { path }, memory) => {
    memory.calls = (memory.calls ?? 0) + 1;
    if (made.status === 200 && isAt("balance", path)) addPoints(made, memory.calls > 60 ? 5_000 : 0);
  }),
  list("one-model", "has one model", { data: (models) => models.slice(1) }),
  chatRefuses("one-allowed", "lists models that the key may not call", refused.notAllowed, ({ json }) => {
    return json?.model === "loom-large";
  }),
  chatRefuses("tool-choice-refused", "refuses the choice of an unoffered tool", refused.invalid, ({ json }) => {
    return json?.tool_choice?.function?.name === "no_such_tool";
  }),
  reply("router", "passes all calls on to one model, and says which", { model: "loom-inner" }),
  chatRefuses("no-stop", "takes no stop texts", refused.invalid, ({ json }) => json?.stop !== undefined),
  history("late-entries", "enters each completion a few reads later", (body, _asked, memory) => {
    body.data = body.data.filter(({ query_id: id }: Body) => {
      memory[id] = (memory[id] ?? 0) + 1;
      return memory[id] > 2;
    });
    body.length = body.data.length;
  }),
  history("short-history", "keeps the last three entries", (body, { query }) => {
    if (query.size > 0) return;
    body.data = body.data.slice(0, 3);
    body.length = body.data.length;
  }),
];
