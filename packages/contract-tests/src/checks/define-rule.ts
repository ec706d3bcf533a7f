import type { Provenance } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { levelOf, type Rule, type Verdict } from "../rule.js";
import type { Topic } from "../topic.js";

/** A condition of a rule: another rule that has to hold first, the name of one on the same call, or an id with its area. */
export type After = Rule | string;

interface AboutRule {
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
  everywhere?: Rule["everywhere"];
  after?: After | readonly After[];
}

/** A rule on the call that it is named after. */
export interface AboutCall extends AboutRule {
  reads?: undefined;
  judge(exchange: Exchange): Verdict;
}

/** Calls by the names that a judge has for them, or a list of them; some that belong together may be a group with a name. */
type Reads = Record<string, ExchangePlan | Group> | ExchangePlan[];

type Group = Record<string, ExchangePlan>;

/** The calls as they were made, under the same names; a call that is missing is undefined, and left out of a list. */
export type Read<R extends Reads, Gap = never> = R extends ExchangePlan[]
  ? Exchange[]
  : { [name in keyof R]: R[name] extends Group ? { [each in keyof R[name]]: Exchange | Gap } : Exchange | Gap };

/** A rule that compares several calls; a finding quotes the first. */
interface AboutCalls<R extends Reads> extends AboutRule {
  reads: R;
  takesMissing?: undefined;
  readsAll?: true;
  judge(read: Read<R>, all: Exchange[]): Verdict;
}

/** A rule that is judged though some of its calls are missing. */
interface AboutSomeCalls<R extends Reads> extends AboutRule {
  reads: R;
  takesMissing: true | "absent";
  judge(read: Read<R, undefined>, all: Exchange[]): Verdict;
}

/**
 * Makes a rule about a call, or about several that it reads. Its id is that of the call or area it is named after, with its
 * name; its level follows from its provenance.
 */
export function rule(subject: ExchangePlan, name: string, about: AboutCall): Rule;
export function rule<R extends Reads>(subject: ExchangePlan | string, name: string, about: AboutCalls<R>): Rule;
export function rule<R extends Reads>(subject: ExchangePlan | string, name: string, about: AboutSomeCalls<R>): Rule;
export function rule(
  subject: ExchangePlan | string,
  name: string,
  about: AboutRule & {
    reads?: Reads | undefined;
    takesMissing?: true | "absent" | undefined;
    readsAll?: true;
    // What it takes follows from what is read, as the overloads say.
    judge(read: never, all: Exchange[]): Verdict;
  },
): Rule {
  const {
    sentence,
    requirements,
    provenance,
    topic,
    level,
    client,
    priority,
    after,
    takesMissing,
    takesPlainer,
    readsAll,
  } = about;
  const base = typeof subject === "string" ? subject : subject.id;
  const reads = about.reads ?? (typeof subject === "string" ? [] : [subject]);
  const judge = about.judge as (read: unknown, all?: Exchange[]) => Verdict;
  return {
    id: idOf(base, name),
    sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    requirements: [...new Set(requirements)],
    provenance,
    level: level ?? levelOf(provenance, client),
    ...(topic && { topic }),
    ...(client !== undefined && { client }),
    exchanges: plansIn(reads).map(({ id }) => id),
    ...(takesMissing && { takesMissing }),
    ...(takesPlainer && { takesPlainer }),
    ...(about.everywhere && { everywhere: about.everywhere }),
    ...(readsAll && { readsAll }),
    ...(priority !== undefined && { priority }),
    ...(after !== undefined && { after: idsAfter(base, after) }),
    judge: (exchanges) =>
      about.reads === undefined ? judge(exchanges[0]) : judge(readFrom(exchanges, reads), exchanges),
  };
}

const plansIn = (reads: Reads): ExchangePlan[] =>
  Object.values(reads).flatMap((each) => (isPlan(each) ? [each] : Object.values(each)));

const isPlan = (each: ExchangePlan | Group): each is ExchangePlan => typeof each.write === "function";

function readFrom(exchanges: Exchange[], reads: Reads): unknown {
  const of = ({ id }: ExchangePlan) => exchanges.find(({ plan }) => plan.id === id);
  if (Array.isArray(reads)) return reads.flatMap((plan) => of(plan) ?? []);
  const named = Object.entries(reads).map(([name, each]) => [
    name,
    isPlan(each) ? of(each) : readFrom(exchanges, each),
  ]);
  return Object.fromEntries(named);
}

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
