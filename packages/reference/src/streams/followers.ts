import type { EventRule, Grammar, Transition } from "@model-access/contract";

/** What may come after an event: in its scope, such as a content block, or in the stream where it has none. */
export interface Followers {
  /** The scope that the events share; undefined for the stream. */
  scope: string | undefined;
  kinds: string[];
  /** Whether the scope is closed by the event; the events around it then go on. */
  isClosed: boolean;
  /** Whether the stream may end here. */
  isEnd: boolean;
}

/** Reads from a grammar which events may follow an event of a kind. */
export function followersOf(grammar: Grammar, kind: string): Followers {
  const rule = grammar.events[kind] ?? { from: [] };
  const scope = innermostScope(rule);
  const states = scope === undefined ? statesAfter(rule) : statesAfter(rule.scopes?.[scope] ?? rule);
  const kinds = Object.entries(grammar.events).flatMap(([other, next]) => {
    const transition = scope === undefined ? next : next.scopes?.[scope];
    const isPossible = transition !== undefined && states.some((state) => startsIn(transition, state));
    return isPossible && fitTogether(grammar, scope, kind, other) ? [other] : [];
  });
  return {
    scope,
    kinds,
    isClosed: scope !== undefined && states.every((state) => grammar.scopes?.[scope]?.closed.includes(state)),
    isEnd: scope === undefined && states.every((state) => grammar.ends.includes(state)),
  };
}

/** The last scope that a rule names is inside the others. */
export const innermostScope = (rule: EventRule): string | undefined => Object.keys(rule.scopes ?? {}).at(-1);

/** Lists the kinds of events that may come first. */
export const firstKinds = (grammar: Grammar): string[] =>
  Object.entries(grammar.events).flatMap(([kind, rule]) => (startsIn(rule, grammar.start) ? [kind] : []));

/** Lists the kinds of events after which the stream may be over. */
export const lastKinds = (grammar: Grammar): string[] =>
  Object.entries(grammar.events).flatMap(([kind, { to }]) =>
    to !== undefined && grammar.ends.includes(to) ? [kind] : [],
  );

const statesAfter = ({ from, to }: Transition): string[] => (to === undefined ? [from].flat() : [to]);
const startsIn = ({ from }: Transition, state: string): boolean => from === "any" || from.includes(state);

/** A piece of a text and a piece of a refusal never share a part: one kind of part has to accept both. */
function fitTogether(grammar: Grammar, scope: string | undefined, one: string, other: string): boolean {
  const accepted = Object.values((scope === undefined ? undefined : grammar.scopes?.[scope]?.accepts) ?? {});
  const isListed = (kind: string) => accepted.some((kinds) => kinds.includes(kind));
  if (!isListed(one) || !isListed(other)) return true;
  return accepted.some((kinds) => kinds.includes(one) && kinds.includes(other));
}
