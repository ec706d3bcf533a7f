import { checkConditions } from "../conditions/check-conditions.js";
import { meetsConditions, type Subject } from "../conditions/match-conditions.js";
import type { components } from "../generated/admin-api.js";
import { Refusal } from "../refusal.js";
import type { Draw } from "../session/chance.js";
import type { Rules } from "../session/rules.js";
import { appliesTo, parseFaults } from "./fault-header.js";

/** A fault that comes without being asked for: for every request that the rule fits, or for so many. */
export type FaultRule = components["schemas"]["NewFaultRule"];

/** The name of a session's rules, and the end at which new ones are added. */
export const faultRulesPlace = { name: "fault", added: "last" } as const;

/** The faults of a session that hold until they are taken away; those of its world are tried first. */
export type FaultRules = ReturnType<typeof createFaultRules>;

export function createFaultRules({ find, take, add, ...rules }: Rules<FaultRule>) {
  return {
    ...rules,
    /** Throws a refusal with the first thing that is wrong with it. */
    async add(rule: FaultRule) {
      parseFaults(rule.fault);
      const [mistake] = checkConditions(rule);
      if (mistake !== undefined) throw new Refusal("invalid_parameter", mistake.message);
      return add(rule);
    },
    /** Returns true where a rule fits a request; a fault that can't apply to it does not fit. */
    fits: async (subject: Subject, draw: Draw = always) => find(isFor(subject, draw)) !== undefined,
    /** The faults of the first rule that fits a request, counted as used. */
    async take(subject: Subject, draw: Draw = always) {
      const rule = await take(isFor(subject, draw));
      return rule === undefined ? [] : parseFaults(rule.fault);
    },
  };
}

const always: Draw = () => true;

function isFor(subject: Subject, draw: Draw) {
  return (rule: FaultRule): boolean => {
    const { fault, model, key, operationId, chance } = rule;
    if (!meetsConditions(rule, subject)) return false;
    if (!parseFaults(fault).every((asked) => appliesTo(asked, subject.request))) return false;
    return chance === undefined || draw(`${fault} ${model} ${key} ${operationId}`, chance);
  };
}
