import type { components } from "../generated/admin-api.js";
import type { ApiRequest } from "../request/api-request.js";
import type { Draw } from "../session/chance.js";
import { createRules, type Kept, type Rules } from "../session/rules.js";
import type { Promisable } from "../store/store.js";
import { isCalled } from "../world/catalogue.js";
import { type AskedFault, appliesTo, parseFaults } from "./fault-header.js";

/** A fault that comes without being asked for: for every request that the rule fits, or for so many. */
export type FaultRule = components["schemas"]["NewFaultRule"];

/** The faults of a session that hold until they are taken away; those of its world are tried first. */
export interface FaultRules extends Pick<Rules<FaultRule>, "list" | "remove" | "clear" | "replaceGiven"> {
  /** Throws the refusal of the header for a fault that is none. */
  add(rule: FaultRule): Promisable<Kept<FaultRule>>;
  /** Returns true where chance has a part in a rule. */
  hasChance(): boolean;
  /** Returns true where a rule fits a request; a fault that can't apply to it does not fit. */
  fits(request: ApiRequest, key: string, draw?: Draw): Promise<boolean>;
  /** The faults of the first rule that fits a request, counted as used. */
  take(request: ApiRequest, key: string, draw?: Draw): Promise<AskedFault[]>;
}

/** The name of a session's rules, and the end at which new ones are added. */
export const faultRulesPlace = { name: "fault", added: "last" } as const;

export function createFaultRules(
  given: readonly FaultRule[],
  { find, take, some, add, ...rules }: Rules<FaultRule> = createRules(given, faultRulesPlace),
): FaultRules {
  return {
    ...rules,
    add(rule) {
      parseFaults(rule.fault);
      return add(rule);
    },
    hasChance: () => some(({ chance }) => chance !== undefined),
    fits: async (request, key, draw = always) => (await find(isFor({ request, key, draw }))) !== undefined,
    async take(request, key, draw = always) {
      const rule = await take(isFor({ request, key, draw }));
      return rule === undefined ? [] : parseFaults(rule.fault);
    },
  };
}

const always: Draw = () => true;

function isFor({ request, key: sentKey, draw }: { request: ApiRequest; key: string; draw: Draw }) {
  return ({ fault, model, key, operationId, chance }: FaultRule): boolean => {
    if (key !== undefined && key !== sentKey) return false;
    if (operationId !== undefined && operationId !== request.operation.operationId) return false;
    if (model !== undefined && (request.model === undefined || !isCalled(request.model, model))) return false;
    if (!parseFaults(fault).every((asked) => appliesTo(asked, request))) return false;
    return chance === undefined || draw(`${fault} ${model} ${key} ${operationId}`, chance);
  };
}
