import { type Asked, editJson, type Fault, inAnswer, inReply, named, paths, refusal } from "./fault.ts";

const about = (id: string, says: string) => ({ ...named(`legal/small-${id}`, says, []), from: "small" as const });
const isHistory = ({ path }: Asked) => path === "/usage/points_history";
const hasKey = ({ headers }: Asked, name: string) => headers.authorization === `Bearer sk-mock-${name}`;
const invalid = () => refusal(400, "invalid_request_error", "invalid_parameter");
const forbidden = () => refusal(403, "permission_error", "permission_denied");

/** Legal variants of limits, keys and models: the choices left to a deployment of chat, models and account. */
export const legalChoiceVariants: Fault[] = [
  {
    ...about("no-permission-anything", "refuses a key without permission whatever it asks"),
    ask: (asked) => (hasKey(asked, "limited") ? forbidden() : undefined),
  },
  {
    ...about("any-limit", "gives a page of its own size where there is none of the size asked for"),
    ask: ({ query }) => {
      const limit = Number(query.get("limit") ?? 1);
      if (!(limit >= 1 && limit <= 100)) query.delete("limit");
      return undefined;
    },
  },
  {
    ...about("least-limit", "corrects limits that are too large, and numbers that are too small"),
    ask: ({ query }) => {
      const limit = query.get("limit");
      if (limit !== null && !Number.isNaN(Number(limit)))
        query.set("limit", String(Math.min(100, Math.max(1, Number(limit)))));
      return undefined;
    },
  },
  {
    ...about("cursor-404", "answers 404 for an entry that there is not"),
    ask: ({ query }) =>
      query.get("starting_after")?.startsWith("contract-tests")
        ? refusal(404, "invalid_request_error", "not_found")
        : undefined,
  },
  {
    ...about("no-cursor-at-end", "refuses to go on after the oldest entry"),
    answer: (answer, { query }) => {
      if (answer.status !== 200 || !query.has("starting_after")) return;
      editJson(answer, (body) => {
        if (body.data.length === 0) Object.assign(answer, { status: 404 });
      });
    },
  },
  inAnswer(about("account-of-own", "has an account of its own for each key"), (answer, asked) => {
    if (answer.status !== 200 || !["limited", "low", "tiny"].some((name) => hasKey(asked, name))) return;
    if (isHistory(asked)) editJson(answer, (body) => Object.assign(body, { data: [], length: 0, has_more: false }));
    if (asked.path === "/usage/current_balance" && !hasKey(asked, "low"))
      editJson(answer, (body) => {
        body.current_point_balance = 900;
      });
  }),
  inReply(about("models-seconds", "says in seconds when models were made"), paths.models, (body) => {
    for (const model of body.data) model.created = Math.floor(model.created / 1000);
  }),
  inReply(about("thinks-apart", "counts what it thinks apart from what it says"), paths.chat, ({ usage }) => {
    usage.completion_tokens_details = { reasoning_tokens: 40 };
    usage.total_tokens += 40;
  }),
  inAnswer(about("names-of-403", "has names of its own for what a key may not do"), (answer) => {
    if (answer.status === 403)
      editJson(answer, ({ error }) => Object.assign(error, { type: "moderation_error", code: "not_allowed" }));
  }),
  {
    ...about("grant", "gives points away during a run"),
    answer: (answer, asked, memory) => {
      memory.calls = (memory.calls ?? 0) + 1;
      if (answer.status === 200 && asked.path === "/usage/current_balance")
        editJson(answer, (body) => {
          body.current_point_balance += memory.calls > 60 ? 5_000 : 0;
        });
    },
  },
  inReply(about("one-model", "has one model"), paths.models, (body) => {
    body.data = body.data.slice(1);
  }),
  {
    ...about("one-allowed", "lists models that the key may not call"),
    ask: ({ path, json }) => (path === paths.chat && json?.model === "loom-large" ? forbidden() : undefined),
  },
  {
    ...about("tool-choice-refused", "refuses the choice of a tool that is not offered"),
    ask: ({ path, json }) =>
      path === paths.chat && json?.tool_choice?.function?.name === "no_such_tool" ? invalid() : undefined,
  },
  inReply(about("router", "passes all calls on to one model, and says which"), paths.chat, (body) => {
    body.model = "loom-inner";
  }),
  {
    ...about("no-stop", "takes no stop texts"),
    ask: ({ path, json }) => (path === paths.chat && json?.stop !== undefined ? invalid() : undefined),
  },
  {
    ...about("late-entries", "enters each completion a few reads later"),
    answer: (answer, asked, memory) => {
      if (!isHistory(asked) || answer.status !== 200) return;
      editJson(answer, (body) => {
        body.data = body.data.filter(({ query_id: id }: { query_id: string }) => {
          memory[id] = (memory[id] ?? 0) + 1;
          return memory[id] > 2;
        });
        body.length = body.data.length;
      });
    },
  },
  {
    ...about("short-history", "keeps the last three entries"),
    answer: (answer, asked) => {
      if (!isHistory(asked) || answer.status !== 200 || asked.query.size > 0) return;
      editJson(answer, (body) => {
        body.data = body.data.slice(0, 3);
        body.length = body.data.length;
      });
    },
  },
];
