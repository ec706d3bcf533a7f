import type { Provenance } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { levelOf, type Rule, type Verdict } from "../rule.js";

/** Finds one of the calls that a rule reads. */
export type Find = (id: string) => Exchange | undefined;

/** A rule that reads several calls, as its area writes it. */
export interface RuleOnExchanges {
  id: string;
  /** A whole sentence. */
  sentence: string;
  requirements: string[];
  provenance: Provenance;
  level?: Rule["level"];
  /** The calls it reads; a finding quotes the first. */
  exchanges: string[];
  takesMissing?: true;
  readsAll?: true;
  after?: string | string[];
  judge(find: Find, all: Exchange[]): Verdict;
}

/** Makes a rule about several calls, which finds them by their ids. */
export function ruleOnExchanges(about: RuleOnExchanges): Rule {
  const { level, judge, ...rest } = about;
  return {
    ...rest,
    level: level ?? levelOf(about.provenance),
    judge: (exchanges) => judge((id) => exchanges.find(({ plan }) => plan.id === id), exchanges),
  };
}
