import type { EventRule, Grammar, Transition } from "@model-access/contract";

/** Events that may follow an event: in its scope, such as a content block, or in the stream if it has no scope. */
export interface Followers {
  /** The scope that the events share; undefined for the stream. */
  scope: string | undefined;
  kinds: string[];
  /** True if the event closes the scope; the events around it then continue. */
  isClosed: boolean;
  /** True if the stream may end here. */
  isEnd: boolean;
}

/** Reads from a grammar which events may follow an event of a kind. */
export function followersOf(grammar: Grammar, kind: string): Followers {
  const rule = grammar.events[kind] ?? { from: [] };
  const scope = innermostScope(rule);
  const own = scope === undefined ? rule : (rule.scopes?.[scope] ?? rule);
  const states = statesAfter(own);
  const isNew = scope === undefined ? comesBeforeScopes(grammar, rule) : !own.from.includes("open");
  const kinds = Object.entries(grammar.events).flatMap(([other, next]) => {
    const transition = scope === undefined ? next : next.scopes?.[scope];
    const isPossible = transition !== undefined && states.some((state) => startsIn(transition, state));
    const opens = !isNew || opensWhatIsInside(next, scope);
    return isPossible && opens && fitTogether(grammar, scope, [kind, other]) ? [other] : [];
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

/** Tells if no scope can be open when the event comes: it comes only in states in which no scoped event does. */
function comesBeforeScopes(grammar: Grammar, { from }: EventRule): boolean {
  const scoped = Object.values(grammar.events).filter(({ scopes }) => scopes !== undefined);
  return ![from].flat().some((state) => scoped.some((rule) => startsIn(rule, state)));
}

/** Tells if an event opens every scope that it names inside the given one, as it must if nothing is open there yet. */
function opensWhatIsInside(rule: EventRule, scope: string | undefined): boolean {
  const scopes = Object.entries(rule.scopes ?? {});
  const inside = scopes.slice(scopes.findIndex(([name]) => name === scope) + 1);
  return inside.every(([, { from }]) => from.includes("absent"));
}

/** A piece of a text and a piece of a refusal never share a part: one kind of part has to accept both. */
function fitTogether(grammar: Grammar, scope: string | undefined, kinds: readonly string[]): boolean {
  const accepted = Object.values((scope === undefined ? undefined : grammar.scopes?.[scope]?.accepts) ?? {});
  const listed = kinds.filter((kind) => accepted.some((list) => list.includes(kind)));
  return listed.length === 0 || accepted.some((list) => listed.every((kind) => list.includes(kind)));
}
