import { Refusal } from "../refusal.js";
import type { Promisable } from "../store/store.js";

/** A rule as it is kept: by the id that takes it away. */
export type Kept<Rule> = Rule & { id: string };

/** Rules of a session, in the order in which they are tried. */
export interface Rules<Rule> {
  list(): Promisable<Kept<Rule>[]>;
  add(rule: Rule): Promisable<Kept<Rule>>;
  /** False where there is no such rule. */
  remove(id: string): Promisable<boolean>;
  clear(): Promisable<void>;
  /** Puts other rules in the place of those of the world; the ones added since stay. */
  replaceGiven(rules: readonly Rule[]): Promisable<void>;
  /** Returns true where one fits. */
  some(fits: (rule: Kept<Rule>) => boolean): boolean;
  /** The first that fits. */
  find(fits: (rule: Kept<Rule>) => boolean): Promisable<Kept<Rule> | undefined>;
  /** The first that fits, counted as used; one whose `times` are over is taken away. */
  take(fits: (rule: Kept<Rule>) => boolean): Promisable<Kept<Rule> | undefined>;
}

/** More can't be added: each request looks through all of them. */
export const mostAdded = 1000;

/** The refusal of one rule too many. */
export function tooManyRules(name: string): Refusal {
  return new Refusal("conflict", `A session takes ${mostAdded} ${name} rules at most; take some away first.`);
}

/** Keeps the rules of a world and those added since, which come before or after them. */
export function createRules<Rule extends { times?: number }>(
  given: readonly Rule[],
  { name, added: place }: { name: string; added: "first" | "last" },
): Rules<Rule> {
  let count = 0;
  let ofWorld = given.map(keep);
  let added: Kept<Rule>[] = [];
  // Most sessions have none at all, and each request asks.
  const all = () =>
    added.length === 0 ? ofWorld : place === "first" ? [...added, ...ofWorld] : [...ofWorld, ...added];

  return {
    list: () => all().map((rule) => ({ ...rule })),
    add(rule) {
      if (added.length >= mostAdded) {
        throw tooManyRules(name);
      }
      const kept = keep(rule);
      added = place === "first" ? [kept, ...added] : [...added, kept];
      return { ...kept };
    },
    remove(id) {
      const isThere = all().some((rule) => rule.id === id);
      drop(id);
      return isThere;
    },
    clear() {
      ofWorld = [];
      added = [];
    },
    replaceGiven(rules) {
      ofWorld = rules.map(keep);
    },
    some: (fits) => all().some(fits),
    find: (fits) => all().find(fits),
    take(fits) {
      const found = all().find(fits);
      if (found?.times === undefined) return found;
      found.times -= 1;
      if (found.times <= 0) drop(found.id);
      return found;
    },
  };

  function keep(rule: Rule): Kept<Rule> {
    count += 1;
    return { ...rule, id: `${name}-${count}` };
  }

  function drop(id: string): void {
    ofWorld = ofWorld.filter((rule) => rule.id !== id);
    added = added.filter((rule) => rule.id !== id);
  }
}
