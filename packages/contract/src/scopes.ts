import { type Constants, createConstants } from "./constants.js";
import { type Grammar, isAllowedFrom, listStates, type Scope, type Transition } from "./grammar.js";
import { textAt } from "./json-pointer.js";
import { ownMember } from "./own-member.js";
import type { JudgedEvent } from "./stream-fault.js";

/** The state machines that exist once per key, such as one for each content block. */
export interface Scopes {
  /** Applies a transition to the instance that an event identifies, if any. */
  move(name: string, transition: Transition, event: JudgedEvent): void;
  /** Reports open instances of these scopes whose key begins with `within`: the first one, and the number of others. */
  judgeAllClosed(names: string[] | undefined, within: string[], event: JudgedEvent): void;
  /** Returns the key of the instance that a payload identifies, if any. */
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
  /** Open instances by each prefix of their key, for constant-time lookup: a stream can have thousands. */
  const unclosed = new Map<string, Set<Instance>>();
  const formatId = (name: string, key: string[]) => `${name} ${key.join(".")}`;

  return { move, judgeAllClosed, keyOf };

  function move(name: string, transition: Transition, event: JudgedEvent) {
    const key = keyOf(name, event.payload);
    if (key === undefined) return;
    const scope = readScope(name);
    const id = formatId(name, key);
    const known = instances.get(id);
    const instance = known ?? open(name, key, event);
    if (!isAllowedFrom(transition, instance.state)) {
      event.report("scope", `${event.kind} came when ${id} was ${instance.state}; expected ${listStates(transition)}.`);
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
    if (isClosed(instance) !== wasClosed) updateIndex(instance);
  }

  function updateIndex(instance: Instance) {
    for (let length = 0; length <= instance.key.length; length += 1) {
      const id = formatId(instance.scope, instance.key.slice(0, length));
      const found = unclosed.get(id) ?? new Set();
      if (isClosed(instance)) found.delete(instance);
      else found.add(instance);
      unclosed.set(id, found);
    }
  }

  function open(name: string, key: string[], { payload }: JudgedEvent): Instance {
    const scope = readScope(name);
    const id = formatId(name, key);
    const constants = createConstants(scope.constant, id);
    const instance = { scope: name, key, state: "absent", kind: textAt(payload, scope.kind), constants };
    instances.set(id, instance);
    updateIndex(instance);
    return instance;
  }

  function judgeParent(name: string, key: string[], { kind, report }: JudgedEvent) {
    const { key: parentKey } = readScope(name);
    const id = formatId(name, key.slice(0, parentKey.length));
    const parent = instances.get(id);
    if (parent === undefined || isClosed(parent)) report("scope", `${kind} came when ${id} was not open.`);
  }

  function judgePart({ scope: name, key, kind }: Instance, { payload, report }: JudgedEvent) {
    const { accepts = {}, partKind } = readScope(name);
    const part = textAt(payload, partKind);
    const accepted = ownMember(accepts, kind ?? "");
    if (part === undefined || accepted === undefined || accepted.includes(part)) return;
    const isKnown = Object.values(accepts).flat().includes(part);
    if (!isKnown) return;
    const expected = accepted.length === 0 ? "none" : accepted.join(" or ");
    report("part-kind", `${part} came in ${formatId(name, key)}, which is of kind ${kind}; expected ${expected}.`);
  }

  function judgeAllClosed(names: string[] = [], within: string[], { kind, report }: JudgedEvent) {
    for (const name of names) {
      const found = unclosed.get(formatId(name, within));
      const [first] = found ?? [];
      if (found === undefined || first === undefined) continue;
      const more = found.size === 1 ? "" : `, and ${found.size - 1} more`;
      report("scope", `${kind} came while ${formatId(name, first.key)} was ${first.state}${more}.`);
    }
  }

  function keyOf(name: string, payload: unknown): string[] | undefined {
    const key = readScope(name).key.map((pointer) => textAt(payload, pointer));
    return key.every((part) => part !== undefined) ? key : undefined;
  }

  function isClosed({ scope, state }: Instance): boolean {
    return readScope(scope).closed.includes(state);
  }

  function readScope(name: string): Scope {
    const scope = grammar.scopes?.[name];
    if (scope !== undefined) return scope;
    throw new Error(`The grammar ${grammar.dialect} names the scope ${name} but does not define it.`);
  }
}
