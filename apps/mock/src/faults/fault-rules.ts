import type { ApiRequest } from "../request/api-request.js";
import { isNamed } from "../world/catalogue.js";
import { type AskedFault, appliesTo, parseFaults } from "./fault-header.js";

/** A fault that comes without being asked for: for every request that the rule fits, or for so many. */
export interface FaultRule {
  id: string;
  /** As the header `x-mock-fault` writes it: `stall;at=3`. */
  fault: string;
  /** Only for this model or bot, by any of its names. */
  model?: string;
  /** Only for this key. */
  key?: string;
  /** Only for this operation of the contract. */
  operationId?: string;
  /** For so many requests, then no more; for all where it is left out. */
  times?: number;
}

/** The faults of a session that hold until they are taken away. */
export interface FaultRules {
  list(): FaultRule[];
  /** Throws the refusal of the header for a fault that is none. */
  add(rule: Omit<FaultRule, "id">): FaultRule;
  /** False where there is no such rule. */
  remove(id: string): boolean;
  clear(): void;
  /** Puts other rules in the place of those of the world; the ones added since stay. */
  replaceGiven(rules: readonly Omit<FaultRule, "id">[]): void;
  /** The faults of the first rule that fits a request; a fault that can't apply to it does not fit. */
  take(request: ApiRequest, key: string): AskedFault[];
}

interface Kept {
  rule: FaultRule;
  asked: AskedFault[];
  isGiven: boolean;
}

export function createFaultRules(given: readonly Omit<FaultRule, "id">[]): FaultRules {
  let count = 0;
  let kept: Kept[] = given.map((rule) => keep(rule, true));

  return {
    list: () => kept.map(({ rule }) => ({ ...rule })),
    add(rule) {
      const added = keep(rule, false);
      kept.push(added);
      return { ...added.rule };
    },
    remove(id) {
      const before = kept.length;
      kept = kept.filter(({ rule }) => rule.id !== id);
      return kept.length < before;
    },
    clear() {
      kept = [];
    },
    replaceGiven(rules) {
      kept = [...rules.map((rule) => keep(rule, true)), ...kept.filter(({ isGiven }) => !isGiven)];
    },
    take(request, key) {
      const found = kept.find(
        ({ rule, asked }) => fits(rule, request, key) && asked.every((fault) => appliesTo(fault, request)),
      );
      if (found === undefined) return [];
      if (found.rule.times !== undefined) {
        found.rule.times -= 1;
        if (found.rule.times <= 0) kept = kept.filter((other) => other !== found);
      }
      return found.asked;
    },
  };

  function keep(rule: Omit<FaultRule, "id">, isGiven: boolean): Kept {
    count += 1;
    return { rule: { ...rule, id: `fault-${count}` }, asked: parseFaults(rule.fault), isGiven };
  }
}

function fits({ model, key, operationId }: FaultRule, request: ApiRequest, sentKey: string): boolean {
  if (key !== undefined && key !== sentKey) return false;
  if (operationId !== undefined && operationId !== request.operation.operationId) return false;
  return model === undefined || (request.model !== undefined && isNamed(request.model, model));
}
