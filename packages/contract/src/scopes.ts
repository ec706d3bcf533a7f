import { type Constants, createConstants } from "./constants.js";
import { type Grammar, mayFollow, type Scope, statesOf, type Transition } from "./grammar.js";
import { textAt } from "./json-pointer.js";
import { ownMember } from "./own-member.js";
import type { JudgedEvent } from "./stream-fault.js";

/** The machines of a stream that exist once per key, such as one for each content block. */
export interface Scopes {
  /** Moves the instance that an event is about, if it names one. */
  move(name: string, transition: Transition, event: JudgedEvent): void;
  /** Reports the instances of these scopes whose key begins with `within` and that are still open: the first, and how many. */
  judgeAllClosed(names: string[] | undefined, within: string[], event: JudgedEvent): void;
  /** The key of the instance that a payload is about; undefined if it names none. */
  keyOf(name: string, payload: unknown): string[] | undefined;
}

interface Instance {
  scope: string;
  key: string[];
  state: string;
  kind: string | undefined;
  constants: Constants;
}

export function createScopes(grammar: Grammar): Scopes {
  const instances = new Map<string, Instance>();
  /** The instances that are not closed, by each beginning of their key: a stream can have thousands. */
  const unclosed = new Map<string, Set<Instance>>();
  const idOf = (name: string, key: string[]) => `${name} ${key.join(".")}`;

  return { move, judgeAllClosed, keyOf };

  function move(name: string, transition: Transition, event: JudgedEvent) {
    const key = keyOf(name, event.payload);
    if (key === undefined) return;
    const scope = scopeNamed(name);
    const id = idOf(name, key);
    const known = instances.get(id);
    const instance = known ?? open(name, key, event);
    if (!mayFollow(transition, instance.state)) {
      event.report("scope", `${event.kind} came when ${id} was ${instance.state}; expected ${statesOf(transition)}.`);
    }
    for (const parent of scope.within ?? []) judgeParent(parent, key, event);
    if (known !== undefined) judgePart(instance, event);
    instance.constants.judge(event.payload, event.report);
    judgeAllClosed(transition.allClosed, key, event);
    enter(instance, transition.to ?? instance.state);
  }

  function enter(instance: Instance, state: string) {
    const wasClosed = isClosed(instance);
    instance.state = state;
    if (isClosed(instance) !== wasClosed) list(instance);
  }

  function list(instance: Instance) {
    for (let length = 0; length <= instance.key.length; length += 1) {
      const id = idOf(instance.scope, instance.key.slice(0, length));
      const found = unclosed.get(id) ?? new Set();
      if (isClosed(instance)) found.delete(instance);
      else found.add(instance);
      unclosed.set(id, found);
    }
  }

  function open(name: string, key: string[], { payload }: JudgedEvent): Instance {
    const scope = scopeNamed(name);
    const id = idOf(name, key);
    const constants = createConstants(scope.constant, id);
    const instance = { scope: name, key, state: "absent", kind: textAt(payload, scope.kind), constants };
    instances.set(id, instance);
    list(instance);
    return instance;
  }

  function judgeParent(name: string, key: string[], { kind, report }: JudgedEvent) {
    const { key: parentKey } = scopeNamed(name);
    const id = idOf(name, key.slice(0, parentKey.length));
    const parent = instances.get(id);
    if (parent === undefined || isClosed(parent)) report("scope", `${kind} came when ${id} was not open.`);
  }

  function judgePart({ scope: name, key, kind }: Instance, { payload, report }: JudgedEvent) {
    const { accepts = {}, partKind } = scopeNamed(name);
    const part = textAt(payload, partKind);
    const accepted = ownMember(accepts, kind ?? "");
    if (part === undefined || accepted === undefined || accepted.includes(part)) return;
    const isKnown = Object.values(accepts).flat().includes(part);
    if (!isKnown) return;
    const expected = accepted.length === 0 ? "none" : accepted.join(" or ");
    report("part-kind", `${part} came in ${idOf(name, key)}, which is of kind ${kind}; expected ${expected}.`);
  }

  function judgeAllClosed(names: string[] = [], within: string[], { kind, report }: JudgedEvent) {
    for (const name of names) {
      const found = unclosed.get(idOf(name, within));
      const [first] = found ?? [];
      if (found === undefined || first === undefined) continue;
      const more = found.size === 1 ? "" : `, and ${found.size - 1} more`;
      report("scope", `${kind} came while ${idOf(name, first.key)} was ${first.state}${more}.`);
    }
  }

  function keyOf(name: string, payload: unknown): string[] | undefined {
    const key = scopeNamed(name).key.map((pointer) => textAt(payload, pointer));
    return key.every((part) => part !== undefined) ? key : undefined;
  }

  function isClosed({ scope, state }: Instance): boolean {
    return scopeNamed(scope).closed.includes(state);
  }

  function scopeNamed(name: string): Scope {
    const scope = grammar.scopes?.[name];
    if (scope !== undefined) return scope;
    throw new Error(`The grammar ${grammar.dialect} names the scope ${name} but does not define it.`);
  }
}
