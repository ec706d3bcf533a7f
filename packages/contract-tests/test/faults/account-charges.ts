import { smallKeys } from "./deployment.ts";
import { type Asked, type Body, editJson, type Fault, inAnswer, type Memory, named, paths } from "./fault.ts";

const at = (id: string, says: string, by: string | string[]) => named(`small/${id}`, says, by);
const history = (
  id: string,
  says: string,
  by: string | string[],
  change: (body: Body, asked: Asked, memory: Memory) => void,
) =>
  inAnswer(at(id, says, by), (made, asked, memory) => {
    if (asked.path === "/usage/points_history" && made.status === 200)
      editJson(made, (body) => change(body, asked, memory));
  });
const balance = (
  id: string,
  says: string,
  by: string | string[],
  change: (body: Body, memory: Memory) => void,
  count?: (asked: Asked, status: number) => boolean,
) =>
  inAnswer(at(id, says, by), (made, asked, memory) => {
    if (count?.(asked, made.status)) memory.count = (memory.count ?? 0) + 1;
    if (asked.path === "/usage/current_balance" && made.status === 200) editJson(made, (body) => change(body, memory));
  });

/** Faults of the account in a deployment of chat, models and account. */
export const accountChargeFaults: Fault[] = [
  inAnswer(
    at("billed-to-key", "bills each key by itself, and not their account", "service/same-account-balance"),
    (made, asked) => {
      if (asked.path === "/usage/current_balance" && asked.headers.authorization === `Bearer ${smallKeys.sameAccount}`)
        editJson(made, (body) => {
          body.current_point_balance = 50_000;
        });
    },
  ),
  balance(
    "charged-4xx",
    "takes a point for each refused request",
    "account/free-calls",
    (body, { count = 0 }) => {
      body.current_point_balance -= count;
    },
    ({ path }, status) => path === paths.chat && status >= 400,
  ),
  balance(
    "charged-reads",
    "takes a point for each look at the history",
    "account/free-calls",
    (body, { count = 0 }) => {
      body.current_point_balance -= count;
    },
    ({ path }) => path === "/usage/points_history",
  ),
  history("entered-twice", "enters each chat completion twice", "account/history-complete", (body, asked) => {
    if (asked.query.size === 0)
      body.data = body.data.flatMap((entry: Body) => [entry, { ...entry, query_id: `${entry.query_id}b` }]);
    body.length = body.data.length;
  }),
  {
    ...at("charged-twice", "charges and enters each chat completion twice", "account/history-complete"),
    answer: (made, asked, memory) => {
      if (made.status !== 200) return;
      if (asked.path === "/usage/points_history")
        editJson(made, (body) => {
          if (asked.query.size === 0)
            body.data = body.data.flatMap((entry: Body) => [entry, { ...entry, query_id: `${entry.query_id}b` }]);
          body.length = body.data.length;
        });
      if (asked.path === "/usage/current_balance")
        editJson(made, (body) => {
          memory.first ??= body.current_point_balance;
          body.current_point_balance = 2 * body.current_point_balance - memory.first;
        });
    },
  },
  {
    ...at("double-price", "charges twice the price", "account/cost-is-price"),
    answer: (made, asked, memory) => {
      if (made.status !== 200) return;
      if (asked.path === "/usage/points_history")
        editJson(made, (body) => {
          for (const entry of body.data) entry.cost_points *= 2;
        });
      if (asked.path === "/usage/current_balance")
        editJson(made, (body) => {
          memory.first ??= body.current_point_balance;
          body.current_point_balance = 2 * body.current_point_balance - memory.first;
        });
    },
  },
  {
    ...at("flat-price", "charges 1 point whatever was used", "account/cost-is-price"),
    answer: (made, asked, memory) => {
      if (made.status !== 200) return;
      if (asked.path === paths.chat) memory.made = (memory.made ?? 0) + 1;
      if (asked.path === "/usage/points_history")
        editJson(made, (body) => {
          for (const entry of body.data) entry.cost_points = 1;
        });
      if (asked.path === "/usage/current_balance")
        editJson(made, (body) => {
          body.current_point_balance = 50_000 - (memory.made ?? 0);
        });
    },
  },
  {
    ...at("free-streams", "neither enters nor charges streams", "account/history-complete"),
    answer: (made, asked, memory) => {
      if (asked.path === paths.chat && asked.json?.stream === true && made.status === 200) memory.isStream = true;
      if (asked.path === "/usage/points_history" && made.status === 200)
        editJson(made, (body) => {
          if (memory.isStream) body.data = body.data.filter((_: Body, index: number) => index !== 0);
          body.length = body.data.length;
        });
    },
  },
  balance(
    "uncharged-streams",
    "enters streams and takes nothing for them",
    "account/streams-charged",
    (body, { count = 0 }) => {
      body.current_point_balance += count;
    },
    ({ path, json }, status) => path === paths.chat && status === 200 && json.stream === true,
  ),
  history("loses-entries", "leaves every second entry out", "account/", (body) => {
    body.data = body.data.filter((_: Body, index: number) => (body.data.length - index) % 2 === 1);
    body.length = body.data.length;
  }),
  history(
    "neighbours-swapped",
    "has two neighbouring entries in the wrong order",
    "account/history-ordered",
    (body, asked) => {
      if (asked.query.size === 0 && body.data.length > 2) body.data.splice(0, 2, body.data[1], body.data[0]);
    },
  ),
  history(
    "cursor-inclusive",
    "begins a page with the entry that was named",
    "account/history-pages",
    (body, asked, memory) => {
      const cursor = asked.query.get("starting_after");
      memory.byId ??= {};
      for (const entry of body.data) memory.byId[entry.query_id] = entry;
      if (cursor !== null) body.data = [memory.byId[cursor], ...body.data].slice(0, 2);
    },
  ),
  history("has-more-false", "never says that there is more", "account/history-has-more", (body) => {
    body.has_more = false;
  }),
  history("future", "enters what will be next year", "account/history-times", (body) => {
    for (const entry of body.data) entry.creation_time += 3.2e13;
  }),
  balance("stale-balance", "tells the balance of the first look", "account/balance-falls", (body, memory) => {
    memory.first ??= body.current_point_balance;
    body.current_point_balance = memory.first;
  }),
  balance(
    "429-billed",
    "charges what it refuses over the limit",
    "limit/untouched",
    (body, { count = 0 }) => {
      body.current_point_balance -= count;
    },
    (_asked, status) => status === 429,
  ),
  history("entry-model", "enters another model of its list", "account/entry-model", (body) => {
    for (const entry of body.data) entry.bot_name = entry.bot_name === "loom-mini" ? "loom-large" : "loom-mini";
  }),
  history("entry-no-name", "enters an empty name", "account/entry-model", (body) => {
    for (const entry of body.data) entry.bot_name = "";
  }),
  history("entry-type", "enters calls by key as chats", "account/entry-type", (body) => {
    for (const entry of body.data) entry.usage_type = "Chat";
  }),
  history("entry-behind", "enters calls with the time of a zone five hours behind", "account/entry-time", (body) => {
    for (const entry of body.data) entry.creation_time -= 5 * 3_600 * 1e6;
  }),
  history("entry-ahead", "enters calls with the time of a zone an hour ahead", "account/entry-time", (body) => {
    for (const entry of body.data) entry.creation_time += 3_600 * 1e6;
  }),
  history("always-more", "says on every page that there is more", "account/history-goes-on", (body) => {
    body.has_more = true;
  }),
  {
    ...at("one-more", "gives one entry more than was asked for", "account/history-limit"),
    ask: ({ query }) => {
      if (query.has("limit")) query.set("limit", String(Number(query.get("limit")) + 1));
      return undefined;
    },
  },
  balance(
    "charged-401",
    "takes a point for each request with a wrong key",
    "service/nothing-else-charged",
    (body, { count = 0 }) => {
      body.current_point_balance -= count;
    },
    ({ path }, status) => path === paths.chat && status === 401,
  ),
];
