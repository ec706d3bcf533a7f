import type { Provenance } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { levelOf, type Rule, type Verdict } from "../rule.js";

/** A rule about one exchange, as its area writes it. */
interface RuleOnExchange {
  /** The last part of its id; none for the rule that the others of a refusal hang on. */
  name?: string;
  /** Without its capital and its full stop. */
  sentence: string;
  requirements: string[];
  provenance: Provenance;
  client?: string;
  /** The name of the rule of the same exchange that has to hold first; empty for the nameless one. */
  after?: string;
  judge(exchange: Exchange): Verdict;
}

/** Makes a rule about one exchange: its id begins with the exchange's, its level follows from its provenance. */
export function ruleOn({ id }: ExchangePlan, about: RuleOnExchange): Rule {
  const { name, sentence, requirements, provenance, client, after, judge } = about;
  return {
    id: idOf(id, name),
    sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    requirements: [...new Set(requirements)],
    provenance,
    level: levelOf(provenance, client),
    ...(client !== undefined && { client }),
    exchanges: [id],
    ...(after !== undefined && { after: idOf(id, after) }),
    judge: ([exchange]) => (exchange === undefined ? neverRead(id) : judge(exchange)),
  };
}

/** Finds one of the calls that a rule reads. */
export type Find = (id: string) => Exchange | undefined;

/** A rule that reads several calls, as its area writes it. */
interface RuleOnExchanges {
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
  priority?: number;
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

/** Finds an area's exchanges by their ids, and says at once where a rule names one that is not there. */
export function planned(plans: ExchangePlan[]): (id: string) => ExchangePlan {
  return (id) => {
    const plan = plans.find((candidate) => candidate.id === id);
    if (plan === undefined)
      throw new Error(`There is no exchange ${id}; there are ${plans.map((each) => each.id).join(", ")}.`);
    return plan;
  };
}

export function afterRules(rule: Rule, after: string[]): Rule {
  return { ...rule, after };
}

const idOf = (exchange: string, name = "") => (name === "" ? exchange : `${exchange}/${name}`);

function neverRead(id: string): never {
  throw new Error(`A rule was to be judged without its exchange ${id}.`);
}
