import { type Asked, type Body, editJson, type Fault, inAnswer, isJson, named, paths } from "./fault.ts";

const balance = "/usage/current_balance";
const history = "/usage/points_history";
const isOwn = ({ headers }: Asked) => headers.authorization === "Bearer sk-mock-full";
const sumOf = (entries: Body[]): number => entries.reduce((sum, entry) => sum + entry.cost_points, 0);

/** Charges that are right call by call and wrong for a kind of calls. */
export const chargingFaults: Fault[] = [
  {
    ...inAnswer(
      named("charging/plain-twice", "sends each plain completion to the model twice", "account/history-complete"),
      (answer, asked, memory) => {
        memory.streamed ??= [];
        memory.extra ??= 0;
        if (!isOwn(asked) || answer.status !== 200) return;
        if (asked.path === paths.chat) memory.streamed.unshift(!isJson(answer));
        if (asked.path === balance)
          editJson(answer, (body) => {
            body.current_point_balance -= memory.extra;
          });
        if (asked.path !== history || asked.query.has("starting_after")) return;
        editJson(answer, (body) => {
          const isPlain = (_entry: Body, at: number) => memory.streamed[at] === false;
          if (body.data.length >= memory.streamed.length) memory.extra = sumOf(body.data.filter(isPlain));
          body.data = body.data.flatMap((entry: Body, at: number) =>
            isPlain(entry, at) ? [{ ...entry, query_id: `${entry.query_id}-again` }, entry] : [entry],
          );
          body.data.length = Math.min(body.data.length, Number(asked.query.get("limit") ?? 100));
          body.length = body.data.length;
        });
      },
    ),
    from: "small",
  },
  inAnswer(
    named("charging/messages-free", "enters messages with their cost, and does not charge them", "service/all-charged"),
    (answer, asked, memory) => {
      if (answer.status !== 200) return;
      memory.free ??= 0;
      // About what each of them costs: the balance is told before the history is.
      if (asked.path === paths.messages) memory.free += 3;
      if (asked.path === balance && isOwn(asked))
        editJson(answer, (body) => {
          body.current_point_balance += memory.free;
          body.plan_points_balance += memory.free;
        });
    },
  ),
];
