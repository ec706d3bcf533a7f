import { Refusal } from "../refusal.js";
import type { SessionData } from "./session-data.js";
import type { SessionStore } from "./session-store.js";

export type Kept<Rule> = Rule & { id: string };

/** The rules of one kind in a session's data. Those of its world are not written out. */
export interface KeptRules<Rule> {
  count: number;
  /** The number of the first rule of the world; 0 where none of them hold any more. */
  first: number;
  /** The number of times that a rule of the world still holds, by its id, where that is not what the world says. */
  left: Record<string, number>;
  added: Kept<Rule>[];
}

interface RulesOptions<Rule> {
  /** The beginning of their ids. */
  name: string;
  /** The end at which new ones are added. */
  added: "first" | "last";
  read: (data: SessionData) => KeptRules<Rule>;
  write: (data: SessionData, rules: KeptRules<Rule>) => void;
  /** Those of the session's world. */
  given: () => readonly Rule[];
}

/** More can't be added: each request looks through all of them. */
const mostAdded = 1000;

/** Rules of a session, in the order in which they are tried. */
export type Rules<Rule extends { times?: number }> = ReturnType<typeof createRules<Rule>>;

export function createRules<Rule extends { times?: number }>(
  store: Pick<SessionStore, "data" | "change">,
  { name, added: place, read, write, given }: RulesOptions<Rule>,
) {
  return {
    list: async () => all(read(store.data)).map((rule) => ({ ...rule })),
    add: (rule: Rule) =>
      store.change((data) => {
        const { count, added, ...rules } = read(data);
        if (added.length >= mostAdded) {
          throw new Refusal("conflict", `A session takes ${mostAdded} ${name} rules at most; take some away first.`);
        }
        const kept = { ...rule, id: `${name}-${count + 1}` };
        write(data, { ...rules, count: count + 1, added: place === "first" ? [kept, ...added] : [...added, kept] });
        return kept;
      }),
    /** False where there is no such rule. */
    remove: (id: string) =>
      store.change((data) => {
        const isThere = find(read(data), (rule) => rule.id === id) !== undefined;
        if (isThere) leave(data, id, 0);
        return isThere;
      }),
    clear: () => store.change((data) => write(data, { ...read(data), first: 0, left: {}, added: [] })),
    some: (fits: (rule: Kept<Rule>) => boolean) => find(read(store.data), fits) !== undefined,
    find: (fits: (rule: Kept<Rule>) => boolean) => find(read(store.data), fits),
    /** The first that fits, counted as used; one whose `times` are over is taken away. */
    async take(fits: (rule: Kept<Rule>) => boolean) {
      const known = find(read(store.data), fits);
      if (known?.times === undefined) return known;
      return store.change((data) => {
        const found = find(read(data), fits);
        if (found?.times !== undefined) leave(data, found.id, found.times - 1);
        return found;
      });
    },
  };

  function find(rules: KeptRules<Rule>, fits: (rule: Kept<Rule>) => boolean): Kept<Rule> | undefined {
    return all(rules).find(fits);
  }

  function all({ first, left, added }: KeptRules<Rule>): Kept<Rule>[] {
    const givenRules = first === 0 ? [] : given();
    if (givenRules.length === 0) return added;
    const kept = givenRules.flatMap((rule, index) => {
      const id = `${name}-${first + index}`;
      const times = left[id] ?? rule.times;
      return times === 0 ? [] : { ...rule, ...(times !== undefined && { times }), id };
    });
    return place === "first" ? [...added, ...kept] : [...kept, ...added];
  }

  /** Lets a rule hold so many times more. */
  function leave(data: SessionData, id: string, times: number): void {
    const { added, left, ...rules } = read(data);
    const isAdded = added.some((rule) => rule.id === id);
    const changed = added.flatMap((rule) => (rule.id !== id ? rule : times > 0 ? { ...rule, times } : []));
    write(data, { ...rules, added: changed, left: isAdded ? left : { ...left, [id]: times } });
  }
}

/** The rules of another world, as many as are given, in the place of those of the world before; the ones added since stay. */
export function replaceGiven<Rule>(rules: KeptRules<Rule>, { length }: readonly unknown[]): KeptRules<Rule> {
  return { ...rules, first: rules.count + 1, count: rules.count + length, left: {} };
}
