import { type Asked, type Body, editJson, type Fault, inAnswer, isStream, named, paths, refusal } from "./fault.ts";

const history = "/usage/points_history";
const balances = ["/usage/current_balance", "/v1/balance"];
const bots = "/bot/";
const hasKey = ({ headers }: Asked, name: string) => headers.authorization === `Bearer sk-mock-${name}`;
const isHistory = ({ path }: Asked) => path === history || path === "/v1/usage/history";

/** Answers some calls for the account of another session, so that the own one knows nothing of them. */
const elsewhere = (id: string, says: string, isMeant: (asked: Asked) => boolean): Fault => ({
  ...named(`account/${id}`, says, "service/kinds-entered"),
  ask: (asked) => {
    for (const name of ["authorization", "x-api-key"])
      if (asked.headers[name]?.endsWith("sk-mock-full") && isMeant(asked)) asked.headers[name] += "@elsewhere";
    return undefined;
  },
});

const kinds = { messages: paths.messages, responses: paths.responses, bots };

/** Kinds of calls, paths and keys that an account does not treat as the others. */
export const accountKindFaults: Fault[] = [
  ...Object.entries(kinds).map(([name, path]) =>
    elsewhere(`unseen-${name}`, `neither charges nor enters ${name}`, (asked) => asked.path.startsWith(path)),
  ),
  ...["messages", "responses"].map((name) =>
    elsewhere(
      `unseen-streamed-${name}`,
      `neither charges nor enters ${name} in streams`,
      ({ path, json }) => path === `/v1/${name}` && json?.stream === true,
    ),
  ),
  inAnswer(
    named("account/messages-cost-nothing", "enters messages with a cost of 0", "service/kinds-charged"),
    (answer, asked) => {
      if (answer.status === 200 && isHistory(asked))
        editJson(answer, ({ data }) => {
          for (const entry of data)
            if (/claude/i.test(entry.bot_name)) Object.assign(entry, { cost_points: 0, cost_usd: null });
        });
    },
  ),
  inAnswer(
    named("account/opening-balance", "tells the balance of its first reading under /v1", "service/balances-equal"),
    (answer, asked, memory) => {
      if (asked.path !== "/v1/balance" || answer.status !== 200) return;
      editJson(answer, (body) => {
        memory[asked.headers.authorization ?? ""] ??= { ...body };
        Object.assign(body, memory[asked.headers.authorization ?? ""]);
      });
    },
  ),
  inAnswer(
    named("account/parts-too-large", "counts what was bought twice in the parts of a balance", "service/balance-parts"),
    (answer, asked) => {
      if (balances.includes(asked.path) && answer.status === 200)
        editJson(answer, (body) => {
          body.plan_points_balance = body.current_point_balance;
          body.addon_point_balance = 700;
        });
    },
  ),
  {
    ...named("account/history-for-poor", "shows everybody's history to a key without points", "service/own-history"),
    ask: (asked) => {
      if (isHistory(asked) && hasKey(asked, "low")) asked.headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  {
    ...named(
      "account/cursor-begins-again",
      "begins again after an entry that is gone",
      "account/cursor-unknown/not-first",
    ),
    ask: ({ path, query }, memory) => {
      memory.ids ??= [];
      if (path === history && !memory.ids.includes(query.get("starting_after"))) query.delete("starting_after");
      return undefined;
    },
    answer: (answer, { path }, memory) => {
      if (path === history && answer.status === 200)
        editJson(answer, ({ data }) => memory.ids.push(...data.map(({ query_id }: Body) => query_id)));
    },
  },
  {
    ...named("account/limit-at-most-100", "takes a page of 101 for one of 100", "account/limit-over-100/refused"),
    ask: (asked) => {
      if (isHistory(asked) && Number(asked.query.get("limit")) > 100) asked.query.set("limit", "100");
      return undefined;
    },
  },
  {
    ...named("keys/revoked-in-x-api-key", "takes a revoked key in x-api-key", "keys/revoked-messages-own-header"),
    ask: ({ path, headers }) => {
      if (path === paths.messages && headers["x-api-key"] === "sk-mock-revoked") headers["x-api-key"] = "sk-mock-full";
      return undefined;
    },
  },
  inAnswer(
    named(
      "keys/stream-of-x-api-key",
      "answers a revoked key in x-api-key with a page",
      "keys/revoked-messages-own-header/error",
    ),
    (answer, { headers }) => {
      if (headers["x-api-key"] === "sk-mock-revoked" && !isStream(answer))
        Object.assign(answer, { headers: { "content-type": "text/html" }, body: "<h1>401</h1>" });
    },
  ),
  {
    ...named(
      "keys/end-is-enough",
      "compares the end of keys only at a history",
      "account/refused/wrong-key-usage-history",
    ),
    ask: ({ path, headers }) => {
      if (path === "/v1/usage/history" && headers.authorization?.endsWith("mock-full"))
        headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  {
    ...named("keys/unknown-lists-models", "looks at no key that is not one of its own", "models/refused/wrong-key"),
    ask: ({ path, headers }) => {
      if (
        path === paths.models &&
        headers.authorization !== undefined &&
        !/^bearer sk-mock/i.test(headers.authorization)
      )
        headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  ...[
    {
      id: "reads-free",
      says: "does not count requests that read",
      by: "limit/reads",
      is: (asked: Asked) => asked.method === "GET",
    },
    { id: "history-free", says: "limits no history", by: "limit/soon", is: isHistory },
    { id: "none-of-its-own", says: "knows no low limit of a key", by: "limit/refused/low", is: () => true },
  ].map(
    ({ id, says, by, is }): Fault => ({
      ...named(`rate/${id}`, says, by),
      ask: (asked) => {
        if (hasKey(asked, "tiny") && is(asked)) asked.headers.authorization = "Bearer sk-mock-full";
        return undefined;
      },
    }),
  ),
  {
    ...named("requests/no-messages-500", "fails over an empty list of messages", "chat/refused/empty-messages"),
    ask: ({ path, json }) =>
      path === paths.chat && json?.messages?.length === 0 ? refusal(500, "api_error", "internal_error") : undefined,
  },
];
