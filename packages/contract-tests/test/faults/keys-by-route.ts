import { chatOnly } from "./chat-only.ts";
import {
  type Answer,
  type Asked,
  type Body,
  editJson,
  type Fault,
  inAnswer,
  isJson,
  named,
  paths,
  refusal,
} from "./fault.ts";

const at = (id: string, says: string, by: string | string[]) => ({
  ...named(`last/${id}`, says, by),
  from: "small" as const,
});
const history = "/usage/points_history";
const balance = "/usage/current_balance";
const hasKey = ({ headers }: Asked, name: string) => headers.authorization === `Bearer sk-mock-${name}`;
const isStream = ({ path, json }: Asked) => path === paths.chat && json?.stream === true;

/** Takes the requests in question for the account's own. */
const lets = (about: Pick<Fault, "id" | "says" | "by" | "from">, isLetIn: (asked: Asked) => boolean): Fault => ({
  ...about,
  ask: (asked) => {
    if (isLetIn(asked)) asked.headers.authorization = "Bearer sk-mock-full";
    return undefined;
  },
});
const refuses = (
  about: Pick<Fault, "id" | "says" | "by" | "from">,
  is: (asked: Asked) => boolean,
  answer: () => Answer,
): Fault => ({ ...about, ask: (asked) => (is(asked) ? answer() : undefined) });
const noPoints = () => refusal(402, "insufficient_quota", "insufficient_points");
const wrongKey = () => refusal(401, "invalid_request_error", "invalid_api_key");

/** Keys that are looked at on one path, and not on another or in a stream. */
export const keyByRouteFaults: Fault[] = [
  lets(
    at("no-permission-stream", "looks at no permission in streams", "keys/no-permission-stream"),
    (asked) => hasKey(asked, "limited") && isStream(asked),
  ),
  lets(
    at("revoked-stream", "streams for a revoked key", "keys/revoked-stream"),
    (asked) => hasKey(asked, "revoked") && isStream(asked),
  ),
  lets(
    at("no-points-reply", "looks at the points in streams only", "keys/no-points-reply"),
    (asked) => hasKey(asked, "low") && asked.path === paths.chat && asked.json?.stream !== true,
  ),
  inAnswer(
    at("revoked-as-events", "calls the refusal of a stream a stream", "keys/revoked-stream/error"),
    (answer, asked) => {
      if (answer.status === 401 && isStream(asked)) answer.headers["content-type"] = "text/event-stream";
    },
  ),
  inAnswer(
    at("no-points-words", "says in words that there are no points for a plain reply", "keys/no-points-reply/error"),
    (answer, asked) => {
      if (answer.status === 402 && !isStream(asked))
        Object.assign(answer, { headers: { "content-type": "text/plain" }, body: "No points." });
    },
  ),
  lets(
    at("no-key-history", "needs no key for the history", "keys/no-key-history"),
    ({ path, headers }) => path === history && headers.authorization === undefined,
  ),
  lets(
    at("revoked-history", "shows the history to a revoked key", "keys/revoked-history"),
    (asked) => asked.path === history && hasKey(asked, "revoked"),
  ),
  refuses(
    at("no-points-history", "wants points for the history", "keys/no-points-history"),
    (asked) => asked.path === history && hasKey(asked, "low"),
    noPoints,
  ),
  refuses(
    at("no-points-models", "wants points for the model list", "keys/no-points-models"),
    (asked) => asked.path === paths.models && hasKey(asked, "low"),
    noPoints,
  ),
  refuses(
    at("no-permission-models", "does not know a key without permission at the model list", "keys/no-permission-models"),
    (asked) => asked.path === paths.models && hasKey(asked, "limited"),
    wrongKey,
  ),
  refuses(
    at("no-permission-balance", "fails on the balance of a key without permission", "keys/no-permission-balance"),
    (asked) => asked.path === balance && hasKey(asked, "limited"),
    () => refusal(500, "api_error", "internal_error"),
  ),
  ...["balance", "usage/history"].flatMap((path) => {
    const name = path.replace("usage/", "");
    const isOther = (asked: Asked) => asked.path === `/v1/${path}`;
    return [
      lets(
        at(`no-key-other-${name}`, `needs no key for /v1/${path}`, `keys/no-key-other-${name}`),
        (asked) => isOther(asked) && asked.headers.authorization === undefined,
      ),
      lets(
        at(`revoked-other-${name}`, `takes a revoked key for /v1/${path}`, `keys/revoked-other-${name}`),
        (asked) => isOther(asked) && hasKey(asked, "revoked"),
      ),
    ].map((fault) => chatOnly(fault));
  }),
  ...["tiny", "limited"].map((key) =>
    inAnswer(
      at(`history-of-all-${key}`, `shows the own entries to the account of ${key}, too`, "service/own-history"),
      (answer, asked) => {
        if (hasKey(asked, key) && asked.path === balance && answer.status === 200 && isJson(answer))
          editJson(answer, (body) => {
            body.current_point_balance = 321;
          });
      },
    ),
  ),
  lets(
    at("longer-key-balance", "looks at the beginning of a key only for the balance", "account/refused/wrong-key-"),
    ({ path, headers }) => path === balance && headers.authorization === "Bearer sk-mock-fullx",
  ),
  inAnswer(at("key-base64", "sends the key back in base64", "service/key-not-echoed"), (answer, { headers }) => {
    const key = headers.authorization?.replace("Bearer ", "") ?? "";
    if (answer.status === 200) answer.headers["x-trace"] = Buffer.from(key).toString("base64");
  }),
  inAnswer(at("key-for-name", "names the keys of entries by themselves", "service/key-not-echoed"), (answer, asked) => {
    if (asked.path === history && answer.status === 200)
      editJson(answer, ({ data }) => {
        for (const entry of data) entry.api_key_name = "sk-mock-full";
      });
  }),
  inAnswer(
    at("type-streamed", "has another type for a wrong key in streams", "chat/refused/streamed-"),
    (answer, asked) => {
      if (answer.status === 401 && isStream(asked))
        editJson(answer, ({ error }) => {
          error.type = "authentication_error";
        });
    },
  ),
  inAnswer(
    at("retry-models", "says no Retry-After for the model list", "limit/models/retry-after"),
    (answer, asked) => {
      if (answer.status === 429 && asked.path === paths.models) delete answer.headers["retry-after"];
    },
  ),
  inAnswer(at("models-503", "says 503 over the limit for the model list", "limit/models"), (answer, asked) => {
    if (answer.status === 429 && asked.path === paths.models) answer.status = 503;
  }),
  ofEmpty("no-points-entered", "enters what it refuses for want of points", (body, { count }, isBalance) => {
    if (isBalance) return;
    body.data = Array.from({ length: count }, (_, nth) => ({
      query_id: `no-points-${nth}`,
      bot_name: "loom-mini",
      creation_time: 1.7e15 + nth,
      usage_type: "API",
      cost_points: 2,
    })).reverse();
    body.length = count;
  }),
  ofEmpty("no-points-below", "charges what it refuses for want of points", (body, { count }, isBalance) => {
    if (isBalance) body.current_point_balance = -2 * count;
    else Object.assign(body, { data: [], length: 0 });
  }),
  ...keyFaults(),
  {
    ...named("keys/after-the-body", "looks at the body before the key", "service/large-body/key-first"),
    ask: ({ path, json, headers }) =>
      path === paths.chat && json?.messages === undefined && !headers.authorization?.endsWith("-full")
        ? refusal(400, "invalid_request_error", "missing_parameter")
        : undefined,
  },
];

/** An account without points of its own; the count is that of its refused calls. */
function ofEmpty(
  id: string,
  says: string,
  change: (body: Body, memory: { count: number }, isBalance: boolean) => void,
): Fault {
  return inAnswer(at(id, says, "keys/no-points-balance-again/unchanged"), (answer, asked, memory) => {
    memory.count ??= 0;
    if (!hasKey(asked, "low")) return;
    if (answer.status === 402) memory.count += 1;
    if (answer.status !== 200 || (asked.path !== history && asked.path !== balance)) return;
    editJson(answer, (body) => change(body, { count: memory.count }, asked.path === balance));
  });
}

/** Each kind of key is taken on each route for one that may do all. */
function keyFaults(): Fault[] {
  const kinds = { revoked: "sk-mock-revoked", "no-permission": "sk-mock-limited", "no-points": "sk-mock-low" };
  const routes = { messages: paths.messages, responses: paths.responses, bots: "/bot/" };
  return Object.entries(kinds).flatMap(([kind, key]) =>
    Object.entries(routes)
      .filter(([route]) => !(kind === "no-points" && route === "bots"))
      .map(
        ([route, path]): Fault => ({
          ...named(`keys/${kind}-on-${route}`, `takes the key ${kind} on ${route}`, `keys/${kind}-${route}`),
          ask: (asked) => {
            if (asked.path.startsWith(path) && asked.headers.authorization === `Bearer ${key}`)
              asked.headers.authorization = "Bearer sk-mock-full";
            return undefined;
          },
        }),
      ),
  );
}
