import { rule } from "../../checks/define-rule.js";
import { dialectOf } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { callOf } from "../../reading/describe.js";
import { broken, type Fault, pass, type Rule, type Verdict } from "../../rule.js";
import { listCall } from "../models/list.js";

/** The members that rules about all calls share. */
type Shared = Pick<Rule, "provenance"> & Partial<Pick<Rule, "level" | "topic">> & { requirements: readonly string[] };

/** A rule about whatever a run has called, as its topic writes it: it judges all calls, or finds a fault in one by itself. */
interface AboutAllCalls extends Partial<Shared> {
  sentence: string;
  after?: string[];
  judge?(all: Exchange[]): Verdict;
  find?(exchange: Exchange): Fault | false | undefined;
}

/** Makes rules by name that read all calls of a run, and need none of them but the model list. */
export function rulesOnAllCalls(shared: Shared, table: Record<string, AboutAllCalls>): Rule[] {
  return Object.entries(table).map(([name, { find = () => undefined, judge, ...about }]) =>
    rule("service", name, {
      ...shared,
      ...about,
      reads: { list: listCall },
      readsAll: true,
      judge: (_read, all) => judge?.(all) ?? judgeEachCall(all, find),
    }),
  );
}

/** The first call in which something is found breaks the rule. */
function judgeEachCall(all: Exchange[], find: (exchange: Exchange) => Fault | false | undefined): Verdict {
  for (const exchange of all) {
    const fault = find(exchange);
    if (fault) return broken({ exchange, ...fault });
  }
  return pass;
}

/** The calls that were sent with the caller's own key in either header, as the one of the model list was. */
export function withOwnKey(all: Exchange[]): Exchange[] {
  const keyIn = ({ request: { headers } }: Exchange) => headers.authorization ?? `Bearer ${headers["x-api-key"]}`;
  const list = all.find(({ plan }) => plan.id === listCall.id);
  return list === undefined ? [] : all.filter((each) => keyIn(each) === keyIn(list));
}

/** The valid calls with the own key that a model or a bot answered before another one, in the order in which they were made. */
export function answeredBefore({ beganAt }: Exchange, all: Exchange[]): Exchange[] {
  const isGenerating = (operationId: string) => dialectOf(operationId) !== undefined || operationId === "queryBot";
  return withOwnKey(all)
    .filter((call) => call.plan.isValid && isGenerating(call.plan.operationId) && call.beganAt < beganAt)
    .flatMap((call) =>
      [...call.earlier, call.reply].flatMap((reply) => (reply?.status === 200 ? [{ ...call, reply }] : [])),
    )
    .toSorted((one, other) => one.beganAt - other.beganAt);
}

/** The kinds that a call is one of: its operation, and that streamed or plain. */
export function kindsOf({ plan }: Exchange): string[] {
  return [callOf({ plan }), `${plan.isStreamed ? "streamed" : "plain"} ${callOf({ plan })}`];
}
