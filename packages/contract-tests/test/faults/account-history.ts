import { balancePaths, inBoth } from "./account.ts";
import { type Body, editJson, type Fault, inAnswer, named } from "./fault.ts";

const historyPaths = ["/usage/points_history", "/v1/usage/history"];

function inHistory(id: string, says: string, by: string | string[], change: (body: Body, memory: Body) => void): Fault {
  return inBoth(historyPaths, named(id, says, by), change);
}

/** The history, and how it goes wrong. */
export const accountHistoryFaults: Fault[] = [
  inHistory("account/history-text-cost", "says costs in words", "account/", (body) => {
    for (const entry of body.data) entry.cost_points = `${entry.cost_points} points`;
  }),
  inHistory("account/history-no-data", "leaves the entries out", "account/", (body) => delete body.data),
  inHistory("account/history-array", "says the entries under another name", "account/", (body) => {
    body.entries = body.data;
    delete body.data;
  }),
  inHistory("account/history-empty", "records nothing", "account/cost-recorded", (body) => {
    body.data = [];
    body.length = 0;
    body.has_more = false;
  }),
  inHistory("account/history-stale", "never records anything new", "account/cost-recorded", (body, memory) => {
    memory.first ??= structuredClone(body);
    Object.assign(body, structuredClone(memory.first));
  }),
  inHistory(
    "account/history-oldest-first",
    "sorts the history by the oldest first",
    "account/history-ordered",
    (body) => body.data.reverse(),
  ),
  inHistory("account/history-seconds", "says the time of entries in seconds", "account/history-times", (body) => {
    for (const entry of body.data) entry.creation_time = Math.floor(entry.creation_time / 1e6);
  }),
  inHistory("account/history-ms", "says the time of entries in milliseconds", "account/history-times", (body) => {
    for (const entry of body.data) entry.creation_time = Math.floor(entry.creation_time / 1e3);
  }),
  inHistory("account/history-no-id", "gives entries no id", "account/", (body) => {
    for (const entry of body.data) delete entry.query_id;
  }),
  inHistory("account/history-same-id", "gives all entries the same id", "account/history-ids", (body) => {
    for (const entry of body.data) entry.query_id = "q1";
  }),
  inHistory(
    "account/history-new-ids",
    "gives entries new ids whenever they are read",
    "account/history-ids-stay",
    (body, memory) => {
      memory.reads = (memory.reads ?? 0) + 1;
      for (const entry of body.data) entry.query_id += `-${memory.reads}`;
    },
  ),
  inHistory("account/history-double", "lists each entry twice", "account/history-ids", (body) => {
    body.data = body.data.flatMap((entry: Body) => [entry, entry]);
  }),
  inHistory("account/cost-zero", "records a cost of 0 for everything", "account/", (body) => {
    for (const entry of body.data) entry.cost_points = 0;
  }),
  inHistory("account/cost-tenfold", "records ten times the cost", "account/", (body) => {
    for (const entry of body.data) entry.cost_points *= 10;
  }),
  inHistory("account/cost-fraction", "records fractions of points", "account/", (body) => {
    for (const entry of body.data) entry.cost_points += 0.5;
  }),
  inHistory("account/length-wrong", "says a number of entries that is not theirs", "account/history-length", (body) => {
    body.length += 1;
  }),
  inAnswer(
    named("account/page-overlap", "repeats an entry on the next page", "account/history-pages"),
    (answer, asked, memory) => {
      if (!historyPaths.includes(asked.path) || answer.status !== 200) return;
      editJson(answer, (body) => {
        if (asked.query.get("starting_after") !== null && memory.last)
          body.data = [memory.last, ...body.data.slice(0, -1)];
        memory.last = body.data.at(-1);
      });
    },
  ),
  {
    ...named("account/page-gap", "leaves an entry out between two pages", "account/history-pages"),
    answer: (answer, asked) => {
      if (historyPaths.includes(asked.path) && answer.status === 200 && asked.query.get("starting_after") !== null)
        editJson(answer, (body) => body.data.shift());
    },
  },
  {
    ...named("account/refused-cost", "charges refused calls", "account/free-calls"),
    answer: (answer, asked, memory) => {
      if (asked.path === "/v1/chat/completions" && answer.status === 400) memory.refused = (memory.refused ?? 0) + 1;
      if (balancePaths.includes(asked.path) && answer.status === 200)
        editJson(answer, (body) => {
          body.current_point_balance -= 3 * (memory.refused ?? 0);
        });
      if (historyPaths.includes(asked.path) && answer.status === 200)
        editJson(answer, (body) => {
          const made = Array.from({ length: memory.refused ?? 0 }, (_, at) => ({
            ...(body.data[0] ?? {}),
            query_id: `refused-${at}`,
            bot_name: body.data[0]?.bot_name ?? "x",
            creation_time: Date.now() * 1000,
            usage_type: "API",
            cost_points: 3,
          }));
          if (asked.query.get("starting_after") === null) body.data = [...made.reverse(), ...body.data];
        });
    },
  },
];
