import { dialectOf } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { callOf } from "../../reading/describe.js";
import type { Judged } from "../../story.js";
import { listCall } from "../models/list.js";

/** Makes the judge of all calls: the first one in which a fault is found breaks the rule. */
export const inEach =
  (judge: (exchange: Exchange, all: Exchange[]) => Judged) =>
  (all: Exchange[]): Judged => {
    for (const exchange of all) {
      const judged = judge(exchange, all);
      if (!judged || ("outcome" in judged && judged.outcome !== "broken")) continue;
      return "outcome" in judged ? { ...judged, finding: { exchange, ...judged.finding } } : { exchange, ...judged };
    }
    return undefined;
  };

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

export function kindsOf({ plan }: Exchange): string[] {
  return [callOf({ plan }), `${plan.isStreamed ? "streamed" : "plain"} ${callOf({ plan })}`];
}
