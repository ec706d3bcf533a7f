import { dialectOf } from "./dialects.js";
import type { ExchangePlan } from "./exchange.js";
import type { Rule } from "./rule.js";
import type { Topic as Subject } from "./topic.js";

/** A subject of an area: its calls, and the rules on what comes of them. */
export interface Topic {
  exchanges: ExchangePlan[];
  rules: Rule[];
}

/** A part of the service that is offered or not as a whole. */
export interface Area extends Topic {
  name: string;
  /** The subject of its rules that are about no valid call; the shape of an answer without it. */
  topic?: Subject;
  /** False where a deployment need not have it. */
  isRequired: boolean;
  /** The path by which a model list says that it is there; then it is required too. */
  path?: string;
  /** In an area that is not required, the first one shows whether it is there. */
  exchanges: ExchangePlan[];
}

export const joined = (...topics: Topic[]): Topic => ({
  exchanges: topics.flatMap(({ exchanges }) => exchanges),
  rules: topics.flatMap(({ rules }) => rules),
});

/** An area that a deployment need not have: its other calls are made only where the first shows that it is there. */
export function optionalArea(area: Omit<Area, "isRequired">): Area {
  const [probe, ...others] = area.exchanges;
  if (probe === undefined) throw new Error(`The area ${area.name} has no exchange that shows whether it is there.`);
  const following = others.map((plan) => ({ ...plan, needs: [probe.id, ...(plan.needs ?? [])] }));
  return { ...area, isRequired: false, exchanges: [{ ...confirmed(probe), mayBeAbsent: true }, ...following] };
}

/** Confirms an absent area by the same request without members: a missing model can't be the reason for that answer. */
function confirmed(probe: ExchangePlan): ExchangePlan {
  const { headers = {}, name } = dialectOf(probe.operationId) ?? {};
  return { ...(name && { confirmAbsent: () => ({ json: {}, headers }) }), ...probe };
}

export function areaNamed(areas: Area[], name: string): Area | undefined {
  return areas.find((area) => area.name === name);
}
