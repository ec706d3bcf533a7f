import { chatOnly } from "./chat-only.ts";
import { gone } from "./edit.ts";
import { type Asked, type Body, editJson, type Fault, refusal, textOf } from "./fault.ts";
import { inAnswers, inAsked, inErrors, inReplies, lets, refused, refuses, sentKey } from "./rows.ts";

const full = "sk-mock-full";
const at = { ids: "keys/" };
const letting = lets(at);
const refusing = refuses(at);
const answer = inAnswers(at);
const history = "/usage/points_history";
const balance = "/usage/current_balance";
const isSent = (form: RegExp) => (asked: Asked) => form.test(asked.headers.authorization ?? "-");
const noKey = {
  status: 401,
  mediaType: "application/json",
  body: '{"type":"error","error":{"type":"authentication_error","message":"No key."}}',
};
const withoutPoints = inAnswers({ ...at, status: 402 });
const balances = inReplies({ ...at, in: "balance" });
const badRequest = inErrors({ ...at, in: "chat", status: 400 });

/** Keys: who is let in and who is not. */
export const keyFaults: Fault[] = [
  letting("any", "lets any key in", "chat/refused/wrong-key", (asked) => {
    return asked.headers.authorization !== undefined && sentKey(asked) !== full;
  }),
  letting("none-needed", "needs no key for chat", "chat/refused/no-key", { in: "chat", key: null }),
  letting("none-needed-models", "needs no key for the model list", "models/refused/no-key", {
    in: "models",
    key: null,
  }),
  letting("none-needed-account", "needs no key for the balance", "account/refused/no-key", ({ path, headers }) => {
    return path.startsWith("/usage/") && headers.authorization === undefined;
  }),
  letting("none-needed-history", "needs no readable key for the history", "account/refused/bare-key", (asked) => {
    return asked.path === history && !isSent(/^(bearer|basic) /i)(asked);
  }),
  letting("any-account", "lets any key see the balance", "account/refused/wrong-key", { path: balance }),
  letting("any-history", "lets any key see the history", "account/refused/wrong-key", { path: history }),
  letting("empty", "lets an empty key in", "chat/refused/empty-key", isSent(/^bearer\s*$/i)),
  letting(
    "nearly",
    "compares the beginning of keys only",
    "chat/refused/nearly-right-key",
    isSent(/^Bearer sk-mock-(ful.?|full.)$/),
  ),
  letting("basic", "takes a key under the scheme Basic", "chat/refused/wrong-scheme", isSent(/^basic /i)),
  letting("bare", "takes a key without a scheme", "account/refused/bare-key", isSent(/^sk-/)),
  letting("in-query", "takes a key in the query", "chat/refused/key-in-query", ({ query, headers }) => {
    return headers.authorization === undefined && [...query.values()].includes(full);
  }),
  letting("messages-any", "lets any key in on messages", "messages/refused/wrong-key", {
    in: "messages",
    is: (asked) => sentKey(asked) !== full,
  }),
  letting("messages-none", "needs no key for messages", "messages/refused/no-key", { in: "messages", key: null }),
  {
    ...letting("responses-none", "needs no key for responses", "responses/refused/no-key", {
      in: "responses",
      key: null,
    }),
    weighs: "fail",
  },
  letting("revoked", "lets a revoked key in", "keys/revoked", { key: "revoked" }),
  letting("no-permission", "lets a key without permission in", "keys/no-permission", { key: "limited" }),
  letting("no-points", "answers on an empty account", "keys/no-points", { key: "low" }),
  inAnswers({ ...at, in: "messages", status: 200, is: ({ headers }) => headers.authorization === undefined })(
    "own-header-refused",
    "does not take x-api-key on messages",
    "messages/stream/status",
    noKey,
  ),
  inAnswers({ ...at, in: "messages", status: 200, is: ({ headers }) => headers.authorization !== undefined })(
    "bearer-refused-messages",
    "does not take a bearer key on messages",
    "messages/reply/status",
    noKey,
  ),
  refusing(
    "lower-case",
    "does not know the scheme in lower case",
    "account/lower-case-bearer",
    refused.wrongKey,
    isSent(/^bearer /),
  ),
  inAnswers({ ...at, status: 403 })("no-permission-as-401", "answers 401 without permission", "keys/no-permission", {
    status: 401,
  }),
  refusing(
    "no-points-no-balance",
    "answers 402 to all calls without points",
    "keys/no-points-balance",
    refused.noPoints,
    { key: "low" },
  ),
  refusing("no-points-balance-500", "fails to tell a balance of 0", "keys/no-points-balance", refused.failed, {
    in: "balance",
    key: "low",
  }),
  balances("no-points-null", "tells null for a balance of 0", "keys/no-points-balance/low", (body) => {
    if (body.current_point_balance === 0) body.current_point_balance = null;
  }),
  letting("no-points-others-balance", "tells the balance of another account", "keys/no-points-balance/low", {
    in: "balance",
    key: "low",
  }),
  refusing("no-permission-history-401", "answers 401 for a hidden history", "keys/no-permission-", refused.wrongKey, {
    in: "history",
    key: "limited",
  }),
  withoutPoints("no-points-as-403", "answers 403 on an empty account", "keys/no-points", { status: 403 }),
  withoutPoints("no-points-code", "names another code without points", "keys/no-points/code", (made) => {
    made.body = textOf(made).replace('"insufficient_points"', '"insufficient_quota"');
  }),
  withoutPoints("no-points-type", "names another type without points", "keys/no-points/type", (made) => {
    made.body = textOf(made).replace('"insufficient_quota"', '"billing_error"');
  }),
  answer("echo-header", "sends the key back in a header", "service/key-not-echoed", (made, { headers }) => {
    if (headers.authorization) made.headers["x-debug-auth"] = headers.authorization;
  }),
  badRequest("echo-error", "sends the key back in an error", "service/key-not-echoed", (body, asked) => {
    body.error.headers = asked.headers;
  }),
  letting("revoked-balance", "shows the balance to a revoked key", "keys/revoked-balance", {
    path: balance,
    key: "revoked",
  }),
  lets({ ids: "small/", in: "models" })("revoked-models", "lists models for a revoked key", "keys/revoked-models", {
    key: "revoked",
  }),
  inAsked({ ids: "small/" })(
    "longer-key",
    "takes a key that only begins as one",
    "account/refused/wrong-key-current-balance",
    ({ headers }) => {
      if (headers.authorization?.endsWith("x")) headers.authorization = headers.authorization.slice(0, -1);
    },
  ),
];

const last = { ids: "last/", from: "small" } as const;
const lastLets = lets(last);
const lastRefuses = refuses(last);
const streams = { in: "chat", stream: true } as const;
const refusedStreams = inAnswers({ ...last, ...streams, status: 401 });
const plainWithoutPoints = inAnswers({ ...last, stream: false, status: 402 });
const replies = inAnswers({ ...last, status: 200 });
const limitedModels = inAnswers({ ...last, in: "models", status: 429 });
const wrongKeyInStreams = inErrors({ ...last, ...streams, status: 401 });
const histories = inReplies({ ...last, in: "history" });

/** Keys that are looked at on one path, and not on another or in a stream. */
export const keyByRouteFaults: Fault[] = [
  lastLets("no-permission-stream", "looks at no permission in streams", "keys/no-permission-stream", {
    ...streams,
    key: "limited",
  }),
  lastLets("revoked-stream", "streams for a revoked key", "keys/revoked-stream", { ...streams, key: "revoked" }),
  lastLets("no-points-reply", "looks at the points in streams only", "keys/no-points-reply", {
    ...streams,
    stream: false,
    key: "low",
  }),
  refusedStreams("revoked-as-events", "calls the refusal of a stream a stream", "keys/revoked-stream/error", {
    headers: { "content-type": "text/event-stream" },
  }),
  plainWithoutPoints(
    "no-points-words",
    "says in words that there are no points for a plain reply",
    "keys/no-points-reply/error",
    { mediaType: "text/plain", body: "No points." },
  ),
  lastLets("no-key-history", "needs no key for the history", "keys/no-key-history", { path: history, key: null }),
  lastLets("revoked-history", "shows the history to a revoked key", "keys/revoked-history", {
    path: history,
    key: "revoked",
  }),
  lastRefuses("no-points-history", "wants points for the history", "keys/no-points-history", refused.noPoints, {
    path: history,
    key: "low",
  }),
  lastRefuses("no-points-models", "wants points for the model list", "keys/no-points-models", refused.noPoints, {
    in: "models",
    key: "low",
  }),
  lastRefuses("no-permission-models", "knows no such key at the list", "keys/no-permission-models", refused.wrongKey, {
    in: "models",
    key: "limited",
  }),
  lastRefuses("no-permission-balance", "fails on a balance", "keys/no-permission-balance", refused.failed, {
    path: balance,
    key: "limited",
  }),
  ...["balance", "usage/history"].flatMap((path) => {
    const name = path.replace("usage/", "");
    const where = { path: `/v1/${path}` };
    const [noKey, revoked] = [`no-key-other-${name}`, `revoked-other-${name}`];
    return [
      lastLets(noKey, `needs no key for /v1/${path}`, `keys/${noKey}`, { ...where, key: null }),
      lastLets(revoked, `takes a revoked key for /v1/${path}`, `keys/${revoked}`, { ...where, key: "revoked" }),
    ].map((fault) => chatOnly(fault));
  }),
  ...["tiny", "limited"].map((key) =>
    inReplies({ ...last, in: "balance", key })(
      `history-of-all-${key}`,
      `shows the own entries to the account of ${key}, too`,
      "service/own-history",
      { current_point_balance: 321 },
    ),
  ),
  lastLets("longer-key-balance", "looks at a key's beginning for the balance", "account/refused/wrong-key-", {
    path: balance,
    key: "fullx",
  }),
  replies("key-base64", "sends the key back in base64", "service/key-not-echoed", (made, { headers }) => {
    const key = headers.authorization?.replace("Bearer ", "") ?? "";
    made.headers["x-trace"] = Buffer.from(key).toString("base64");
  }),
  histories("key-for-name", "names the keys of entries by themselves", "service/key-not-echoed", {
    "data.*.api_key_name": full,
  }),
  wrongKeyInStreams("type-streamed", "has another type in streams", "chat/refused/streamed-", {
    "error.type": "authentication_error",
  }),
  limitedModels("retry-models", "says no Retry-After for models", "limit/models/retry-after", {
    headers: { "retry-after": gone },
  }),
  limitedModels("models-503", "says 503 over the limit for models", "limit/models", { status: 503 }),
  ofEmpty("no-points-entered", "records calls that it refuses for too few points", (body, count, isHistory) => {
    const entry = { bot_name: "loom-mini", usage_type: "API", cost_points: 2 };
    const entries = Array.from({ length: count }, (_, nth) => {
      return { ...entry, query_id: `no-points-${nth}`, creation_time: 1.7e15 + nth };
    });
    if (isHistory) Object.assign(body, { data: entries.reverse(), length: count });
  }),
  ofEmpty("no-points-below", "charges calls that it refuses for too few points", (body, count, isHistory) =>
    Object.assign(body, isHistory ? { data: [], length: 0 } : { current_point_balance: -2 * count }),
  ),
  ...Object.entries({ revoked: "revoked", "no-permission": "limited", "no-points": "low" }).flatMap(([kind, key]) =>
    (["messages", "responses", "bots"] as const)
      .filter((name) => kind !== "no-points" || name !== "bots")
      .map((name) =>
        lets({ ...at, in: name })(`${kind}-on-${name}`, `takes the key ${kind} on ${name}`, `keys/${kind}-${name}`, {
          key,
          // In x-api-key it is another fault.
          is: ({ headers }) => headers.authorization !== undefined,
        }),
      ),
  ),
  refuses({ ...at, in: "chat" })(
    "after-the-body",
    "looks at the body before the key",
    "service/large-body/key-first",
    refusal(400, "invalid_request_error", "missing_parameter"),
    ({ json, headers }) => json?.messages === undefined && !headers.authorization?.endsWith("-full"),
  ),
];

/** An account without points of its own; the count is that of its refused calls. */
function ofEmpty(id: string, says: string, change: (body: Body, count: number, isHistory: boolean) => void): Fault {
  return inAnswers({ ...last, key: "low" })(
    id,
    says,
    "keys/no-points-balance-again/unchanged",
    (made, { path }, memory) => {
      memory.count = (memory.count ?? 0) + (made.status === 402 ? 1 : 0);
      if (made.status === 200 && (path === history || path === balance))
        editJson(made, (body) => change(body, memory.count, path === history));
    },
  );
}
