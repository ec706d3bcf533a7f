import { type Asked, type Body, editJson, type Fault } from "./fault.ts";
import { inAnswers, inAsked, inReplies, isAt, lets, paths, refused, refuses } from "./rows.ts";

const asked = inAsked({ ids: "account/" });
const isRead = ({ path }: Asked) => path === "/usage/points_history";

/** Answers some calls for the account of another session, so that the own one knows nothing of them. */
const elsewhere = (id: string, says: string, isMeant: (asked: Asked) => boolean): Fault =>
  asked(id, says, "service/kinds-entered", (meant) => {
    for (const name of ["authorization", "x-api-key"])
      if (meant.headers[name]?.endsWith("sk-mock-full") && isMeant(meant)) meant.headers[name] += "@elsewhere";
  });
const history = inReplies({ ids: "account/", in: "history" });
const balance = inReplies({ ids: "account/", in: "balance" });
const otherBalance = inReplies({ ids: "account/", in: "balance", path: "/v1/balance" });
const askedHistory = inAsked({ ids: "account/", in: "history" });

/** Kinds of calls, paths and keys that an account does not treat as the others. */
export const accountKindFaults: Fault[] = [
  ...(["messages", "responses", "bots"] as const).map((name) =>
    elsewhere(`unseen-${name}`, `neither charges nor enters ${name}`, ({ path }) => isAt(name, path)),
  ),
  ...(["messages", "responses"] as const).map((name) =>
    elsewhere(`unseen-streamed-${name}`, `neither charges nor enters ${name} in streams`, ({ path, json }) => {
      return isAt(name, path) && json?.stream === true;
    }),
  ),
  history("messages-cost-nothing", "enters messages with a cost of 0", "service/kinds-charged", ({ data }) => {
    for (const entry of data)
      if (/claude/i.test(entry.bot_name)) Object.assign(entry, { cost_points: 0, cost_usd: null });
  }),
  otherBalance(
    "opening-balance",
    "tells the balance of its first reading under /v1",
    "service/balances-equal",
    (body, { headers }, memory) => {
      const key = headers.authorization ?? "";
      memory[key] ??= { ...body };
      Object.assign(body, memory[key]);
    },
  ),
  balance(
    "parts-too-large",
    "counts what was bought twice in the parts of a balance",
    "service/balance-parts",
    (body) => Object.assign(body, { plan_points_balance: body.current_point_balance, addon_point_balance: 700 }),
  ),
  lets({ ids: "account/", in: "history" })(
    "history-for-poor",
    "shows everybody's history to a key without points",
    "service/own-history",
    { key: "low" },
  ),
  {
    ...inAnswers({ ids: "account/", is: isRead, status: 200 })(
      "cursor-begins-again",
      "begins again after an entry that is gone",
      "account/cursor-unknown/not-first",
      (answer, _asked, memory) =>
        editJson(answer, ({ data }) => memory.ids.push(...data.map(({ query_id: id }: Body) => id))),
    ),
    ask: (read, memory) => {
      memory.ids ??= [];
      if (isRead(read) && !memory.ids.includes(read.query.get("starting_after"))) read.query.delete("starting_after");
      return undefined;
    },
  },
  askedHistory(
    "limit-at-most-100",
    "takes a page of 101 for one of 100",
    "account/limit-over-100/refused",
    ({ query }) => {
      if (Number(query.get("limit")) > 100) query.set("limit", "100");
    },
  ),
  inAsked({ ids: "keys/", in: "messages" })(
    "revoked-in-x-api-key",
    "takes a revoked key in x-api-key",
    "keys/revoked-messages-own-header",
    ({ headers }) => {
      if (headers["x-api-key"] === "sk-mock-revoked") headers["x-api-key"] = "sk-mock-full";
    },
  ),
  inAnswers({ ids: "keys/", is: ({ headers }) => headers["x-api-key"] === "sk-mock-revoked" })(
    "stream-of-x-api-key",
    "answers a revoked key in x-api-key with a page",
    "keys/revoked-messages-own-header/error",
    { mediaType: "text/html", body: "<h1>401</h1>" },
  ),
  lets({ ids: "keys/" })(
    "end-is-enough",
    "compares the end of keys only at a history",
    "account/refused/wrong-key-usage-history",
    ({ path, headers }) => path === "/v1/usage/history" && headers.authorization?.endsWith("mock-full") === true,
  ),
  lets({ ids: "keys/", in: "models" })(
    "unknown-lists-models",
    "looks at no key that is not one of its own",
    "models/refused/wrong-key",
    ({ headers }) => headers.authorization !== undefined && !/^bearer sk-mock/i.test(headers.authorization),
  ),
  ...(
    [
      ["reads-free", "does not count requests that read", "limit/reads", ({ method }) => method === "GET"],
      ["history-free", "limits no history", "limit/soon", ({ path }) => paths.history.includes(path)],
      ["none-of-its-own", "knows no low limit of a key", "limit/refused/low", () => true],
    ] as [id: string, says: string, by: string, is: (asked: Asked) => boolean][]
  ).map(([id, says, by, is]) => lets({ ids: "rate/", is })(id, says, by, { key: "tiny" })),
  refuses({ ids: "requests/", in: "chat" })(
    "no-messages-500",
    "fails over an empty list of messages",
    "chat/refused/empty-messages",
    refused.failed,
    ({ json }) => json?.messages?.length === 0,
  ),
];
