import { type Asked, type Body, editJson, type Fault, inAnswer, named, paths, refusal } from "./fault.ts";

const at = (id: string, says: string, by: string | string[]) => named(`last/${id}`, says, by);
const small = (fault: Fault): Fault => ({ ...fault, from: "small" });
const isRead = ({ path }: Asked, status: number) => path === "/usage/points_history" && status === 200;
const isLow = ({ headers }: Asked) => headers.authorization === "Bearer sk-mock-tiny";

/** Faults of an account that show in a second look at it, by another path or with another key. */
export const accountSecondLookFaults: Fault[] = [
  inPair("pair-costs", "tells other costs under /v1 than under /usage", ({ data }) => {
    for (const entry of data) entry.cost_points += 1;
  }),
  inPair("pair-entries", "leaves the newest entry out under /v1", (body) => {
    body.data.shift();
    body.length = body.data.length;
  }),
  {
    ...at("pair-empty", "has no entries under /v1", "service/nothing-else-charged"),
    answer: (answer, { path }) => {
      if (path === "/v1/usage/history" && answer.status === 200)
        editJson(answer, (body) => Object.assign(body, { data: [], length: 0, has_more: false }));
    },
  },
  small(
    inAnswer(
      at("models-cost", "takes a point for the model list", "account/free-calls"),
      (answer, { path }, memory) => {
        if (path === paths.models && answer.status === 200) memory.lists = (memory.lists ?? 0) + 1;
        if (path === "/usage/current_balance" && answer.status === 200)
          editJson(answer, (body) => {
            body.current_point_balance -= memory.lists ?? 0;
          });
      },
    ),
  ),
  small(
    inAnswer(at("reads-entered", "enters each look at the history", "account/free-calls"), (answer, asked, memory) => {
      if (!isRead(asked, answer.status)) return;
      memory.reads = [entry(memory.reads?.length ?? 0), ...(memory.reads ?? [])];
      editJson(answer, (body) => {
        body.data = [...memory.reads.slice(1), ...body.data];
        body.data.sort((one: Body, other: Body) => other.creation_time - one.creation_time);
        body.length = body.data.length;
      });
    }),
  ),
  small({
    ...at("odd-page-500", "fails on a page that there can't be", "account/page-odd"),
    ask: ({ query }) =>
      query.get("starting_after")?.startsWith("contract-tests")
        ? refusal(500, "api_error", "internal_error")
        : undefined,
  }),
  small({
    ...at("key-case", "takes a key in any letter case", "account/refused/wrong-key-points-history"),
    ask: ({ headers }) => {
      if (headers.authorization?.startsWith("Bearer SK-"))
        headers.authorization = headers.authorization.toLowerCase().replace("bearer", "Bearer");
      return undefined;
    },
  }),
  small({
    ...named(
      "rate/own-history",
      "enters what it refuses over the limit in the history of the key",
      "limit/own-history",
    ),
    answer: (answer, asked, memory) => {
      memory.refused ??= [];
      if (!isLow(asked)) return;
      if (answer.status === 429) memory.refused.unshift(entry(memory.refused.length));
      if (isRead(asked, answer.status))
        editJson(answer, (body) => {
          Object.assign(body, { data: memory.refused, length: memory.refused.length, has_more: false });
        });
      if (asked.path === "/usage/current_balance" && answer.status === 200)
        editJson(answer, (body) => {
          body.current_point_balance = 321;
        });
    },
  }),
];

/** An account that was used before, and one thing wrong with its history under /v1. */
function inPair(id: string, says: string, change: (body: Body) => void): Fault {
  return inAnswer(at(id, says, "account/histories-equal"), (answer, { path, query }) => {
    if (!path.endsWith("history") || answer.status !== 200 || query.size > 0) return;
    editJson(answer, (body) => {
      body.data.push(...[2, 1].map((nth) => ({ ...entry(nth), creation_time: nth * 1e12 + 1.7e15, cost_points: 4 })));
      body.length = body.data.length;
      if (path === "/v1/usage/history") change(body);
    });
  });
}

const entry = (nth: number) => ({
  query_id: `free-${nth}`,
  bot_name: "loom-mini",
  creation_time: Date.now() * 1000 + nth,
  usage_type: "API",
  cost_points: 0,
});
