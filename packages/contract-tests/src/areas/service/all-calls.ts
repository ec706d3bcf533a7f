import { rule } from "../../checks/define-rule.js";
import { dialectOf } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { broken, type Fault, pass, type Rule, type Verdict } from "../../rule.js";
import { listCall } from "../models/list.js";

/** A rule about whatever a run has called, as its topic writes it. */
interface AboutAllCalls extends Pick<Rule, "sentence" | "provenance"> {
  requirements: readonly string[];
  level?: Rule["level"];
  judge(all: Exchange[]): Verdict;
}

/** Makes a rule that reads all calls of a run, and needs none of them but the model list. */
export const onAllCalls = (name: string, { judge, ...about }: AboutAllCalls): Rule =>
  rule("service", name, { ...about, reads: { list: listCall }, readsAll: true, judge: (_read, all) => judge(all) });

/** Makes a rule on each call of a run by itself: the first in which something is found breaks it. */
export const onEachCall = (
  name: string,
  { find, ...about }: Omit<AboutAllCalls, "judge"> & { find(exchange: Exchange): Fault | false | undefined },
): Rule =>
  onAllCalls(name, {
    ...about,
    judge: (all) => {
      for (const exchange of all) {
        const fault = find(exchange);
        if (fault) return broken({ exchange, ...fault });
      }
      return pass;
    },
  });

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
