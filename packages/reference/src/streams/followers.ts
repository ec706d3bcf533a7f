import type { EventRule, Grammar, Transition } from "@model-access/contract";

/** Events that may follow an event, in its scope (such as a content block) or else in the stream. */
export interface Followers {
  /** The scope that the events share; undefined for the stream. */
  scope: string | undefined;
  kinds: string[];
  /** True if the event closes the scope; the events around it then continue. */
  isClosed: boolean;
  /** True if the stream may end here. */
  isEnd: boolean;
}

/** Finds the events that may follow an event of a kind. */
export function findFollowers(grammar: Grammar, kind: string): Followers {
  const rule = grammar.events[kind] ?? { from: [] };
  const scope = innermostScope(rule);
  const own = scope === undefined ? rule : (rule.scopes?.[scope] ?? rule);
  const states = statesAfter(own);
  const isNew = scope === undefined ? comesBeforeScopes(grammar, rule) : !own.from.includes("open");
  const kinds = Object.entries(grammar.events).flatMap(([other, next]) => {
    const transition = scope === undefined ? next : next.scopes?.[scope];
    const isPossible = transition !== undefined && states.some((state) => startsIn(transition, state));
    const opens = !isNew || opensInnerScopes(next, scope);
    return isPossible && opens && canShareScope(grammar, scope, [kind, other]) ? [other] : [];
  });
  return {
    scope,
    kinds,
    isClosed: scope !== undefined && states.every((state) => grammar.scopes?.[scope]?.closed.includes(state)),
    isEnd: scope === undefined && states.every((state) => grammar.ends.includes(state)),
  };
}

/** Returns the innermost scope of a rule, which it names last. */
export const innermostScope = (rule: EventRule): string | undefined => Object.keys(rule.scopes ?? {}).at(-1);

/** Lists the kinds of events that may come first. */
export const firstKinds = (grammar: Grammar): string[] =>
  Object.entries(grammar.events).flatMap(([kind, rule]) => (startsIn(rule, grammar.start) ? [kind] : []));

/** Lists the kinds of events after which the stream may end. */
export const lastKinds = (grammar: Grammar): string[] =>
  Object.entries(grammar.events).flatMap(([kind, { to }]) =>
    to !== undefined && grammar.ends.includes(to) ? [kind] : [],
  );

const statesAfter = ({ from, to }: Transition): string[] => (to === undefined ? [from].flat() : [to]);
const startsIn = ({ from }: Transition, state: string): boolean => from === "any" || from.includes(state);

/** True if no scope can be open at this event: no scoped event occurs in its states. */
function comesBeforeScopes(grammar: Grammar, { from }: EventRule): boolean {
  const scoped = Object.values(grammar.events).filter(({ scopes }) => scopes !== undefined);
  return ![from].flat().some((state) => scoped.some((rule) => startsIn(rule, state)));
}

/** True if an event opens every scope that it names inside the given one, so that it can come first there. */
function opensInnerScopes(rule: EventRule, scope: string | undefined): boolean {
  const scopes = Object.entries(rule.scopes ?? {});
  const inside = scopes.slice(scopes.findIndex(([name]) => name === scope) + 1);
  return inside.every(([, { from }]) => from.includes("absent"));
}

/** True if one kind of part accepts all these events: text and refusal deltas never share a part. */
function canShareScope(grammar: Grammar, scope: string | undefined, kinds: readonly string[]): boolean {
  const accepted = Object.values((scope === undefined ? undefined : grammar.scopes?.[scope]?.accepts) ?? {});
  const listed = kinds.filter((kind) => accepted.some((list) => list.includes(kind)));
  return listed.length === 0 || accepted.some((list) => listed.every((kind) => list.includes(kind)));
}
