import type { Provenance } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { levelOf, type Rule, type Verdict } from "../rule.js";
import type { Topic } from "../topic.js";

/** A condition of a rule: another rule that has to hold first, the name of one on the same call, or an id with its area. */
export type After = Rule | string;

/** A call that a rule reads, or the two calls of a reading of the account. */
export type Step = ExchangePlan | Record<"balance" | "history", ExchangePlan>;

export interface AboutRule {
  /** Without its capital and its full stop. */
  sentence: string;
  requirements: readonly string[];
  provenance: Provenance;
  topic?: Topic;
  /** Only where it is not the one that follows from the provenance. */
  level?: Rule["level"];
  client?: string;
  priority?: number;
  takesPlainer?: true;
  everywhere?: NonNullable<Rule["everywhere"]>;
  after?: After | readonly After[];
}

/** A rule on the call that it is named after. */
export interface AboutCall extends AboutRule {
  judge(exchange: Exchange): Verdict;
}

/** A rule on several calls, which it is given in this order as they were made; a finding quotes the first. */
interface AboutCalls extends AboutRule {
  reads: readonly Step[];
  takesMissing?: true | "absent" | undefined;
  readsAll?: true;
  // What it takes follows from what is read: a call that is missing is undefined.
  judge(read: unknown[], all: Exchange[]): Verdict;
}

/** Makes a rule about the call that it is named after. Its level follows from its provenance. */
export const rule = (plan: ExchangePlan, name: string, { judge, ...about }: AboutCall): Rule =>
  ruleOn(plan, name, {
    ...about,
    reads: [plan],
    // It is judged only where the call was made.
    judge: (_read, [exchange]) => judge(exchange as Exchange),
  });

/** Makes a rule about several calls. Its id is that of the call or area it is named after, with its name. */
export function ruleOn(
  subject: ExchangePlan | string,
  name: string,
  { sentence, requirements, level, after, reads, takesMissing, judge, ...members }: AboutCalls,
): Rule {
  const base = typeof subject === "string" ? subject : subject.id;
  return {
    ...members,
    id: idOf(base, name),
    sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    requirements: [...new Set(requirements)],
    level: level ?? levelOf(members.provenance, members.client),
    exchanges: reads.flatMap((step) => (isPlan(step) ? [step] : Object.values(step))).map(({ id }) => id),
    ...(takesMissing && { takesMissing }),
    ...(after !== undefined && { after: idsAfter(base, after) }),
    judge: (exchanges) => {
      const of = ({ id }: ExchangePlan) => exchanges.find(({ plan }) => plan.id === id);
      const read = reads.map((step) =>
        isPlan(step) ? of(step) : { balance: of(step.balance), history: of(step.history) },
      );
      return judge(read, exchanges);
    },
  };
}

const isPlan = (step: Step): step is ExchangePlan => "id" in step;

/** The ids of rules, where a name without an area is that of a rule on the same call. */
function idsAfter(base: string, after: After | readonly After[]): string[] {
  return [after]
    .flat()
    .map((each) => (typeof each !== "string" ? each.id : each.includes("/") ? each : idOf(base, each)));
}

/** A rule on a valid call, which says of itself as much as others on the call take from it. */
export type Answered = Pick<AboutRule, "requirements" | "provenance"> & Partial<AboutCall>;

/** Makes rules on a call that have much in common: what one does not say is what all of them share. */
export const rulesOf =
  (plan: ExchangePlan, shared: Pick<AboutRule, "requirements" | "provenance"> & Partial<AboutRule>) =>
  (name: string, sentence: string, about: Partial<AboutRule>, judge: AboutCall["judge"]): Rule =>
    rule(plan, name, { ...shared, ...about, sentence, judge });

/** Finds one of some rules by the last part of its id, and says at once where there is none. */
export function ruleNamed(rules: Rule[], name: string): Rule {
  const found = rules.find(({ id }) => id.endsWith(`/${name}`));
  if (found === undefined)
    throw new Error(`There is no rule ${name}; there are ${rules.map(({ id }) => id).join(", ")}.`);
  return found;
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

const idOf = (exchange: string, name = "") => (name === "" ? exchange : `${exchange}/${name}`);
