import { gzipSync } from "node:zlib";
import { keys } from "./deployment.ts";
import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inAnswer,
  inReply,
  isJson,
  named,
  paths,
  refusal,
  textOf,
} from "./fault.ts";

const about = (id: string, says: string) => ({ ...named(`legal/small-${id}`, says, []), from: "small" as const });
const answer = (id: string, says: string, change: NonNullable<Fault["answer"]>): Fault => ({
  ...about(id, says),
  ...inAnswer(about(id, says), change),
});
const models = (id: string, says: string, change: (body: Body) => void): Fault => ({
  ...about(id, says),
  ...inReply(about(id, says), paths.models, change),
});
const isHistory = ({ path }: Asked) => path === "/usage/points_history";
const isBalance = ({ path }: Asked) => path === "/usage/current_balance";
const withNumbers = (name: string) => (text: string) =>
  text.replaceAll(new RegExp(`"${name}":(\\d+)`, "g"), `"${name}":$1.0`);
const foreign = (nth: number, startMs: number) => ({
  query_id: `foreign-${nth}`,
  bot_name: "loom-large",
  creation_time: (startMs + 60_000) * 1000 + nth,
  usage_type: "Chat",
  cost_points: 11,
});

/** Legal variants of models, keys and the account in a deployment of chat, models and account. */
export const legalAccountVariants: Fault[] = [
  {
    ...about("no-permission-account", "tells a key without permission nothing of the account"),
    ask: ({ headers, path }) =>
      headers.authorization === "Bearer sk-mock-limited" && /balance$|history$/.test(path)
        ? refusal(403, "permission_error", "permission_denied")
        : undefined,
  },
  {
    ...about("half-pair", "has the history, but not the balance, under /v1, too"),
    ask: (asked) => {
      if (asked.path === "/v1/usage/history") asked.path = "/usage/points_history";
      return undefined;
    },
  },
  answer("float-balance", "writes the balance with a fraction of zero", (made, asked) => {
    if (isBalance(asked)) made.body = withNumbers("current_point_balance")(textOf(made));
  }),
  models("usd-only", "has prices in USD only", (body) => {
    for (const model of body.data) delete model.pricing.points;
  }),
  models("exponents", "writes prices with exponents, and null where none applies", (body) => {
    for (const model of body.data)
      Object.assign(model.pricing, { prompt: "1e-7", image: null, request: null, input_cache_read: "1e-8" });
  }),
  models("free-of-points", "says null for its prices in points", (body) => {
    for (const model of body.data) model.pricing.points = null;
  }),
  models("many", "lists hundreds of models, some of which make pictures", (body) => {
    const [first] = body.data;
    const architecture = { modality: "text->image", input_modalities: ["text"], output_modalities: ["image"] };
    for (let nth = 0; nth < 300; nth += 1) body.data.unshift({ ...first, id: `picture-${nth}`, architecture });
  }),
  models("seconds-or-null", "has descriptions of null and no other optional field", (body) => {
    for (const model of body.data)
      Object.assign(model, { description: null, permission: [], root: model.id, parent: null });
  }),
  {
    ...about("strict", "refuses fields that the specification does not show"),
    ask: ({ path, json }) => {
      const known = ["model", "messages", "stream", "max_tokens", "temperature"];
      const isUnknown = path === paths.chat && json && Object.keys(json).some((name) => !known.includes(name));
      return isUnknown ? refusal(400, "invalid_request_error", "invalid_parameter") : undefined;
    },
  },
  {
    ...about("late-costs", "enters a cost of 0 first, and the final one two reads later"),
    answer: (made, asked, memory) => {
      if (!isHistory(asked) || made.status !== 200) return;
      editJson(made, (body) => {
        for (const entry of body.data) {
          const reads = (memory[entry.query_id] ?? 0) + 1;
          memory[entry.query_id] = reads;
          if (reads <= 2) entry.cost_points = 0;
        }
      });
    },
  },
  answer("gzip", "compresses what a client takes compressed", (made, { headers }) => {
    if (headers["accept-encoding"]?.includes("gzip") !== true) return;
    Object.assign(made, { body: gzipSync(textOf(made)), headers: { ...made.headers, "content-encoding": "gzip" } });
  }),
  answer("other-account", "owns the keys of other kinds by other accounts", (made, asked) => {
    const isOther = [keys.lowLimit, keys.noPermission].some((key) => asked.headers.authorization === `Bearer ${key}`);
    if (!isOther || made.status !== 200) return;
    if (isBalance(asked)) editJson(made, (body) => Object.assign(body, { current_point_balance: 700 }));
    if (isHistory(asked)) editJson(made, (body) => Object.assign(body, { data: [], length: 0, has_more: false }));
  }),
  {
    ...about("late-balance", "takes a cost from the balance two reads later"),
    answer: (made, asked, memory) => {
      if (!isBalance(asked) || made.status !== 200) return;
      editJson(made, (body) => {
        const key = asked.headers.authorization ?? "";
        memory[key] ??= [];
        memory[key].push(body.current_point_balance);
        body.current_point_balance = memory[key].at(-3) ?? memory[key][0];
      });
    },
  },
  {
    ...about("foreign-use", "is used by others all the time"),
    answer: (made, asked, memory) => {
      if (made.status !== 200) return;
      memory.nth ??= 0;
      memory.startMs ??= Date.now();
      if (isHistory(asked)) {
        memory.nth += 1;
        editJson(made, (body) => {
          if (asked.query.size === 0)
            body.data = [
              ...Array.from({ length: memory.nth }, (_, at) => foreign(memory.nth - at, memory.startMs)),
              ...body.data,
            ];
          body.length = body.data.length;
        });
      }
      if (isBalance(asked))
        editJson(made, (body) => {
          body.current_point_balance -= 11 * memory.nth;
        });
    },
  },
  {
    ...about("cache-discount", "charges less for what it has cached"),
    answer: (made, { path, json }) => {
      if (path === paths.chat && made.status === 200 && isJson(made))
        editJson(made, (body) => {
          if (json.temperature === 2)
            body.usage.prompt_tokens_details = { cached_tokens: body.usage.prompt_tokens - 1 };
        });
      if (isHistory({ path } as Asked) && made.status === 200)
        editJson(made, (body) => {
          for (const entry of body.data) entry.cost_breakdown_in_points = { "Cache discount": "-1 points" };
        });
    },
  },
  answer("rich-history", "tells more of each entry and of its pages", (made, asked) => {
    if (!isHistory(asked) || made.status !== 200) return;
    editJson(made, (body) => {
      Object.assign(body, { object: "list", next_cursor: body.data.at(-1)?.query_id ?? null });
      for (const entry of body.data)
        Object.assign(entry, {
          api_key_name: "ci",
          cost_usd: "0.0001",
          chat_name: null,
          cost_breakdown_in_points: null,
        });
    });
  }),
  answer("rich-balance", "tells more of the balance", (made, asked) => {
    if (!isBalance(asked) || made.status !== 200) return;
    editJson(made, (body) =>
      Object.assign(body, { plan_points_balance: 1, addon_point_balance: 2, auto_recharge: null, email: null }),
    );
  }),
  {
    ...about("permission-first", "looks at permissions and points before the body"),
    ask: ({ path, headers }) => {
      if (path !== paths.chat) return undefined;
      if (headers.authorization?.endsWith("-limited")) return refusal(403, "forbidden", "forbidden");
      return undefined;
    },
  },
  answer("bare-403", "sends nothing with 403", (made) => {
    if (made.status === 403) Object.assign(made, { headers: {}, body: "" });
  }),
  answer("missing-key-code", "has a name of its own for a missing key", (made, { headers }) => {
    if (made.status === 401 && headers.authorization === undefined)
      editJson(made, ({ error }) => Object.assign(error, { code: "missing_api_key", type: "authentication_error" }));
  }),
  {
    ...about("nested-parameters", "calls a missing role or content an invalid parameter"),
    ...inAnswer(
      about("nested-parameters", "calls a missing role or content an invalid parameter"),
      (made, { json }) => {
        if (made.status === 400 && json?.messages?.length > 0 && json.model !== undefined)
          editJson(made, ({ error }) => {
            if (error.code === "missing_parameter") error.code = "invalid_parameter";
          });
      },
    ),
  },
  {
    ...about("capital-bearer", "knows the scheme as Bearer only"),
    ask: ({ headers }) =>
      /^bearer /.test(headers.authorization ?? "")
        ? refusal(401, "invalid_request_error", "invalid_api_key")
        : undefined,
  },
  {
    ...about("new-minute", "begins a new minute after the first refusal"),
    ask: ({ headers }, memory) => {
      if (!headers.authorization?.endsWith("-tiny") || !memory.isOver) return undefined;
      headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
    answer: (made, _asked, memory) => {
      if (made.status === 429) memory.isOver = true;
    },
  },
  answer("short-pages", "has pages of one entry", (made, asked) => {
    if (!isHistory(asked) || made.status !== 200) return;
    editJson(made, (body) => {
      body.has_more = body.data.length > 1;
      body.data = body.data.slice(0, 1);
      body.length = body.data.length;
    });
  }),
  answer("display-names", "enters a name that people read", (made, asked) => {
    if (!isHistory(asked) || made.status !== 200) return;
    editJson(made, ({ data }) => {
      for (const entry of data) entry.bot_name = "Loom, the small one";
    });
  }),
  answer("recorded-times", "enters the times of a recording", (made, asked) => {
    if (!isHistory(asked) || made.status !== 200) return;
    editJson(made, ({ data }) => {
      for (const entry of data) entry.creation_time -= 90 * 86_400 * 1e6;
    });
  }),
  {
    ...about("busy-account", "has an account that others use between two looks at it"),
    answer: (made, { path, query }, memory) => {
      if (made.status !== 200) return;
      if (path === paths.chat) memory.calls = (memory.calls ?? 0) + 1;
      // The first look at the balance after the plain and the streamed call, and all that follows.
      if (path === "/usage/current_balance" && memory.calls >= 3) memory.isUsed = true;
      if (!memory.isUsed) return;
      if (path === "/usage/current_balance")
        editJson(made, (body) => {
          body.current_point_balance -= 12;
        });
      if (path === "/usage/points_history")
        editJson(made, (body) => {
          if (body.data.length === 0) return;
          body.data.unshift({ ...body.data[0], query_id: "somebody-else", cost_points: 12 });
          if (query.get("limit") === "1") body.data.pop();
        });
    },
  },
];
