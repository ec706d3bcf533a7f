import type { Provenance } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { levelOf, type Rule, type Verdict } from "../rule.js";

/** A rule about one exchange, as its area writes it. */
export interface RuleOnExchange {
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

const idOf = (exchange: string, name = "") => (name === "" ? exchange : `${exchange}/${name}`);

function neverRead(id: string): never {
  throw new Error(`A rule was to be judged without its exchange ${id}.`);
}
