import type { Kept, Rules } from "../session/rules.js";
import { mostAdded, tooManyRules } from "../session/rules.js";
import {
  addRuleScript,
  clearRulesScript,
  readRulesScript,
  removeRuleScript,
  replaceRulesScript,
  takeRuleScript,
} from "./rule-scripts.js";
import type { Script } from "./script.js";
import type { SessionStore } from "./session-store.js";

type AnyRule = { times?: number };

/** The rules of a session as this process last read them. Both kinds have one version. */
export interface KnownRules {
  version: string;
  /** Undefined while nothing has changed since the session began in its world. */
  lists: { f?: Kept<AnyRule>[]; p?: Kept<AnyRule>[] };
}

/** Brings what is known of a session's rules to a version, by reading them where they have another one. */
export async function readRules(store: SessionStore, known: KnownRules, version: string): Promise<void> {
  if (known.version === version) return;
  const read = await store.run(readRulesScript);
  if (read === null) return;
  const [now, isWrittenF, f, isWrittenP, p] = read as [string, number, string[], number, string[]]; // by the script
  known.lists = { ...(isWrittenF === 1 && { f: rulesIn(f) }), ...(isWrittenP === 1 && { p: rulesIn(p) }) };
  known.version = now;
}

function rulesIn(texts: string[]): Kept<AnyRule>[] {
  const rules: Kept<AnyRule>[] = [];
  for (let at = 0; at < texts.length; at += 3) {
    const [id = "", rule = "{}", times = ""] = texts.slice(at, at + 3);
    rules.push({ ...(JSON.parse(rule) as AnyRule), ...(times !== "" && { times: Number(times) }), id });
  }
  return rules;
}

/** Rules of a session that all processes try and use up together. */
export function createRedisRules<Rule extends AnyRule>(
  store: SessionStore,
  known: KnownRules,
  {
    kind,
    name,
    added,
    given,
  }: { kind: "f" | "p"; name: string; added: "first" | "last"; given: () => readonly Rule[] },
): Rules<Rule> {
  const all = () =>
    (known.lists[kind] ?? given().map((rule, index) => ({ ...rule, id: `${name}-${index + 1}` }))) as Kept<Rule>[]; // what was kept is of this kind

  return {
    list: () => all().map((rule) => ({ ...rule })),
    async add(rule) {
      const { times, text } = written(rule);
      const [id] = (await run(addRuleScript, text, times, added, mostAdded)) ?? [""];
      if (id === "") throw tooManyRules(name);
      await reread();
      return { ...rule, id: String(id) };
    },
    async remove(id) {
      const [count] = (await run(removeRuleScript, id)) ?? [0];
      await reread();
      return Number(count) > 0;
    },
    async clear() {
      await run(clearRulesScript);
      await reread();
    },
    async replaceGiven(rules) {
      if (known.lists[kind] === undefined) return; // those of the world are tried as they are
      await run(replaceRulesScript, ...writtenAll(rules));
      await reread();
    },
    some: (fits) => all().some(fits),
    find: (fits) => all().find(fits),
    async take(fits) {
      for (const rule of all()) {
        if (!fits(rule)) continue;
        if (rule.times === undefined) return rule;
        const [isTaken] = (await run(takeRuleScript, rule.id)) ?? [0];
        if (isTaken === 1) return rule;
      }
      return undefined;
    },
  };

  function run(script: Script, ...args: (string | number)[]): Promise<unknown[] | null> {
    const rules = known.lists[kind] === undefined ? given() : [];
    return store.run(script, kind, name, rules.length, ...writtenAll(rules), ...args);
  }

  function reread(): Promise<void> {
    known.version = "";
    return readRules(store, known, "now");
  }

  function writtenAll(rules: readonly Rule[]): string[] {
    return rules.map(written).flatMap(({ text, times }) => [text, times]);
  }
}

/** A rule as it is kept: how often it holds beside what it says. */
function written({ times, ...rule }: AnyRule): { text: string; times: string } {
  return { text: JSON.stringify(rule), times: times === undefined ? "" : String(times) };
}
