import { type Asked, type Body, editJson, type Fault, inAnswer, isJson, named, paths } from "./fault.ts";

const isHistory = ({ path }: Asked) => path === "/usage/points_history" || path === "/v1/usage/history";
const inHistory = (id: string, says: string, by: string, change: (page: Body, asked: Asked) => void): Fault =>
  inAnswer(named(`account/${id}`, says, by), (answer, asked) => {
    if (isHistory(asked) && answer.status === 200 && isJson(answer)) editJson(answer, (page) => change(page, asked));
  });
const dayMicroseconds = 86_400_000_000;

/** Faults in what an account says of calls of all interfaces. */
export const accountStatementFaults: Fault[] = [
  inHistory("old-entries", "keeps entries for a year", "service/history-age", (page) => {
    const last = page.data.at(-1);
    if (page.data.length > 2) last.creation_time -= 100 * dayMicroseconds;
  }),
  inHistory("same-time", "says the same time of every entry", "service/history-clock", (page) => {
    const time = page.data[0]?.creation_time;
    for (const entry of page.data) entry.creation_time = time;
  }),
  inHistory("other-usd", "says a cost in USD that has nothing to do with the points", "service/history-usd", (page) => {
    for (const [at, entry] of page.data.entries()) entry.cost_usd = String(0.001 * (1 + 5 * at));
  }),
  inHistory("small-pages", "gives pages of two entries", "account/page-size", (page, asked) => {
    if (asked.query.has("limit") || page.data.length <= 2) return;
    page.data = page.data.slice(0, 2);
    Object.assign(page, { length: 2, has_more: true });
  }),
  inAnswer(named("account/cached", "keeps the balance in a cache", "account/not-cached"), (answer, asked) => {
    if (asked.path === "/usage/current_balance") Object.assign(answer.headers, { "x-cache": "HIT", age: "12" });
  }),
  {
    ...named("account/limit-ignored", "throws the limit of a page away", "account/history-limit"),
    ask: (asked) => {
      if (isHistory(asked)) asked.query.delete("limit");
      return undefined;
    },
  },
  ...["messages", "bots"].map((what) => ({
    ...inAnswer(
      named(`account/no-${what}`, `charges ${what} and leaves them out of the history`, "service/all-entered"),
      (answer, asked) => {
        if (!isHistory(asked) || answer.status !== 200) return;
        const name = what === "messages" ? /claude/i : /trip/i;
        editJson(answer, (body) => {
          body.data = body.data.filter((entry: Body) => !name.test(entry.bot_name));
          body.length = body.data.length;
        });
      },
    ),
    // Whichever bot is asked, its entries are to be told from those of other interfaces.
    ask: (asked: Asked) => {
      asked.path = asked.path.replace(/^\/bot\/(?!contract-tests|somebody-elses).*/, "/bot/Trip-Planner");
      return undefined;
    },
  })),
  inAnswer(
    named("account/times-of-reading", "tells the time of reading for that of a call", "service/history-stays"),
    (answer, asked, memory) => {
      if (!isHistory(asked) || answer.status !== 200) return;
      memory.reads = (memory.reads ?? 0) + 1;
      const readAt = Date.now() * 1000 + memory.reads * 1000;
      editJson(answer, (body) => {
        for (const [at, entry] of body.data.entries()) entry.creation_time = readAt - at;
      });
    },
  ),
  inAnswer(
    named("account/name-of-another", "enters messages under the name of another model", "service/entry-names"),
    (answer, asked) => {
      if (!isHistory(asked) || answer.status !== 200) return;
      editJson(answer, (body) => {
        for (const entry of body.data) if (/claude/i.test(entry.bot_name)) entry.bot_name = "Gemini-2.5-Flash";
      });
    },
  ),
  inAnswer(
    named("account/tools-surcharge", "takes points for tools that no entry names", "service/nothing-else-charged"),
    (answer, asked, memory) => {
      if (asked.path === paths.messages && answer.status === 200 && asked.json?.tools)
        memory.extra = (memory.extra ?? 0) + 50;
      if (/balance$/.test(asked.path) && answer.status === 200)
        editJson(answer, (body) => {
          body.current_point_balance -= memory.extra ?? 0;
        });
    },
  ),
];
