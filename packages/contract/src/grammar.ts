import { valueAt } from "./json-pointer.js";

/** One server-sent event: its `data`, and the name on its `event:` line where it has one. */
export interface ServerSentEvent {
  event?: string | undefined;
  data: string;
}

/** How an event of one kind is told from the others; all conditions given must hold. */
export interface KindCondition {
  /** The name on the `event:` line. */
  event?: string;
  /** Pointers whose value is present and not null. */
  has?: string | string[];
  /** Pointers whose value is absent or null. */
  lacks?: string | string[];
  /** Pointers whose value is an empty array or string. */
  empty?: string | string[];
  /** Pointers and the value each must have. */
  equals?: Record<string, unknown>;
}

/** A transition of the stream's machine or of one instance of a scope. */
export interface Transition {
  from: "any" | string[];
  to?: string;
  /** Scopes of which nothing may be open: anywhere, or inside the instance. */
  allClosed?: string[];
}

/** What an event of one kind does. */
export interface EventRule extends Transition {
  scopes?: Record<string, Transition>;
}

/** A pointer, or several of which the first that is present counts. */
export type Identity = string | string[];

/** A machine that exists once per key, such as one content block of a message. */
export interface Scope {
  key: string[];
  within?: string[];
  closed: string[];
  constant?: Identity[];
  kind?: string;
  partKind?: string;
  accepts?: Record<string, string[]>;
}

/** Which event may follow which in one kind of event stream. `spec/README.md` has the vocabulary. */
export interface Grammar {
  dialect: string;
  operation: string;
  description: string;
  eventLine: "required" | "optional" | "forbidden";
  eventLineIs?: string;
  doneMarker: "required" | "optional" | "forbidden";
  kinds: { kind: string; when: KindCondition }[];
  unknown: "allowed" | "refused";
  constant?: Identity[];
  increasing?: string;
  start: string;
  ends: string[];
  failed?: string[];
  events: Record<string, EventRule>;
  scopes?: Record<string, Scope>;
  joins?: { whole: string; at: string; pieces: string; piece: string; scope: string }[];
}

/** The rule of a grammar that an event stream broke. */
export type StreamRule =
  | "event-line"
  | "json"
  | "known-kind"
  | "constant"
  | "increasing"
  | "order"
  | "scope"
  | "part-kind"
  | "join"
  | "done-marker"
  | "after-end"
  | "end";

/** One way in which an event stream breaks its grammar. */
export interface StreamFault {
  /** The number of the event, from 1; 0 for the stream as a whole. */
  eventNumber: number;
  rule: StreamRule;
  /** One sentence: what came, and what was expected. */
  message: string;
}

/** Judges one event stream, event by event. */
export interface StreamJudge {
  /** Takes the next event and returns what is wrong with it at this place. */
  push(event: ServerSentEvent): StreamFault[];
  /** Says that the stream is over and returns what is missing. */
  end(): StreamFault[];
  /** True once an event has come after which the stream may end. */
  readonly hasEnded: boolean;
}

const doneMarker = "[DONE]";

/** The kind of an event with this payload, by the first condition of the grammar that holds; undefined for none. */
export function kindOf(grammar: Grammar, event: ServerSentEvent, payload: unknown): string | undefined {
  return grammar.kinds.find(({ when }) => isMet(when, event, payload))?.kind;
}

/**
 * Makes a judge of one event stream by its grammar. It looks at order, identity and ending; whether a payload
 * has the right shape is for `validateStreamEvent`.
 */
export function createStreamJudge(grammar: Grammar): StreamJudge {
  const constants = new Map<string, string>();
  const instances = new Map<string, Instance>();
  const joined = new Map<string, string>();
  let state = grammar.start;
  let eventNumber = 0;
  let isDone = false;
  let previousNumber: number | undefined;

  return {
    get hasEnded() {
      return isDone || grammar.ends.includes(state);
    },
    push(event) {
      eventNumber += 1;
      const faults: StreamFault[] = [];
      const report = (rule: StreamRule, message: string) => faults.push({ eventNumber, rule, message });
      if (isDone) report("after-end", `An event came after ${doneMarker}.`);
      if (event.data === doneMarker) {
        takeDoneMarker(report);
        return faults;
      }
      const payload = parse(event.data);
      if (payload === undefined) {
        report("json", "The event's data is not JSON.");
        return faults;
      }
      judgeEventLine(event, payload, report);
      judgeIdentity(payload, report);
      const kind = kindOf(grammar, event, payload);
      if (kind === undefined) {
        if (grammar.unknown === "refused")
          report("known-kind", `No kind of event of a ${grammar.dialect} stream looks like this.`);
        return faults;
      }
      judgeOrder(kind, payload, report);
      judgeJoins(kind, payload, report);
      return faults;
    },
    end() {
      const faults: StreamFault[] = [];
      if (!grammar.ends.includes(state)) {
        const expected = grammar.ends.filter((end) => !grammar.failed?.includes(end)).join(" or ");
        faults.push({
          eventNumber: 0,
          rule: "end",
          message: `The stream ended in the state ${state}; expected ${expected}.`,
        });
      }
      if (grammar.doneMarker === "required" && !isDone && !grammar.failed?.includes(state)) {
        faults.push({ eventNumber: 0, rule: "done-marker", message: `The stream ended without ${doneMarker}.` });
      }
      return faults;
    },
  };

  function takeDoneMarker(report: Report) {
    if (grammar.doneMarker === "forbidden") report("done-marker", `A ${grammar.dialect} stream has no ${doneMarker}.`);
    if (!grammar.ends.includes(state))
      report("end", `${doneMarker} came in the state ${state}, before the stream was complete.`);
    isDone = true;
  }

  function judgeEventLine(event: ServerSentEvent, payload: unknown, report: Report) {
    if (event.event === undefined) {
      if (grammar.eventLine === "required") report("event-line", "The event has no event line.");
      return;
    }
    if (grammar.eventLine === "forbidden")
      report("event-line", `The event has the event line ${event.event}; this dialect has none.`);
    if (grammar.eventLineIs === undefined) return;
    const expected = valueAt(payload, grammar.eventLineIs);
    if (expected !== event.event) {
      report(
        "event-line",
        `The event line says ${event.event}, ${grammar.eventLineIs} says ${JSON.stringify(expected)}.`,
      );
    }
  }

  function judgeIdentity(payload: unknown, report: Report) {
    judgeConstants({ entries: grammar.constant, payload, constants, of: "the stream", report });
    if (grammar.increasing === undefined) return;
    const number = valueAt(payload, grammar.increasing);
    if (typeof number !== "number") return;
    if (previousNumber !== undefined && number !== previousNumber + 1) {
      report("increasing", `${grammar.increasing} is ${number}; expected ${previousNumber + 1}.`);
    }
    previousNumber = number;
  }

  function judgeConstants({ entries = [], payload, constants, of, report }: ConstantStep) {
    for (const entry of entries) {
      const [pointer, value] = firstPresent(payload, entry);
      if (value === undefined) continue;
      const name = String(entry);
      const first = constants.get(name) ?? JSON.stringify(value);
      constants.set(name, first);
      if (first !== JSON.stringify(value))
        report("constant", `${pointer} of ${of} was ${first} and is now ${JSON.stringify(value)}.`);
    }
  }

  function judgeOrder(kind: string, payload: unknown, report: Report) {
    const rule = grammar.events[kind];
    if (rule === undefined) return;
    if (!mayFollow(rule, state)) report("order", `${kind} came in the state ${state}; expected in ${rule.from}.`);
    for (const [name, transition] of Object.entries(rule.scopes ?? {}))
      judgeScope({ name, transition, kind, payload, report });
    judgeAllClosed({ kind, names: rule.allClosed, within: [], report });
    state = rule.to ?? state;
  }

  function judgeScope({ name, transition, kind, payload, report }: ScopeStep) {
    const scope = scopeNamed(name);
    const key = keyOf(scope, payload);
    if (key === undefined) return;
    const id = `${name} ${key.join(".")}`;
    const instance = instances.get(id) ?? {
      name,
      key,
      state: "absent",
      kind: undefined,
      constants: new Map<string, string>(),
    };
    const opens = instance.state === "absent";
    if (!mayFollow(transition, instance.state)) {
      report("scope", `${kind} came when ${id} was ${instance.state}; expected ${transition.from}.`);
    }
    if (opens) instance.kind = textAt(payload, scope.kind);
    for (const parent of scope.within ?? []) judgeParent({ parent, key, id, report });
    const part = textAt(payload, scope.partKind);
    const accepted = scope.accepts?.[instance.kind ?? ""];
    const known = Object.values(scope.accepts ?? {}).flat();
    if (!opens && part !== undefined && accepted !== undefined && known.includes(part) && !accepted.includes(part)) {
      report(
        "part-kind",
        `${part} came in ${id}, which is of kind ${instance.kind}; expected ${accepted.join(" or ")}.`,
      );
    }
    judgeConstants({ entries: scope.constant, payload, constants: instance.constants, of: id, report });
    judgeAllClosed({ kind, names: transition.allClosed, within: key, report });
    instances.set(id, { ...instance, state: transition.to ?? instance.state });
  }

  function judgeAllClosed({
    kind,
    names = [],
    within,
    report,
  }: {
    kind: string;
    names: string[] | undefined;
    within: string[];
    report: Report;
  }) {
    for (const name of names) {
      const { closed } = scopeNamed(name);
      for (const [id, instance] of instances) {
        const isInside = instance.name === name && within.every((part, index) => instance.key[index] === part);
        if (isInside && !closed.includes(instance.state))
          report("scope", `${kind} came while ${id} was ${instance.state}.`);
      }
    }
  }

  function judgeParent({ parent, key, id, report }: { parent: string; key: string[]; id: string; report: Report }) {
    const scope = scopeNamed(parent);
    const instance = instances.get(`${parent} ${key.slice(0, scope.key.length).join(".")}`);
    if (instance === undefined || scope.closed.includes(instance.state)) {
      report("scope", `${id} has no open ${parent} around it.`);
    }
  }

  function judgeJoins(kind: string, payload: unknown, report: Report) {
    for (const join of grammar.joins ?? []) {
      const key = keyOf(scopeNamed(join.scope), payload);
      if (key === undefined) continue;
      const id = `${join.whole} ${key.join(".")}`;
      if (kind === join.pieces) joined.set(id, (joined.get(id) ?? "") + (textAt(payload, join.piece) ?? ""));
      if (kind !== join.whole) continue;
      const whole = textAt(payload, join.at);
      const pieces = joined.get(id) ?? "";
      if (whole !== undefined && whole !== pieces) {
        report(
          "join",
          `${join.at} of ${kind} has ${whole.length} characters and is not what the ${join.pieces} events add up to (${pieces.length}).`,
        );
      }
    }
  }

  function scopeNamed(name: string): Scope {
    const scope = grammar.scopes?.[name];
    if (scope === undefined)
      throw new Error(`The grammar ${grammar.dialect} names the scope ${name} but does not define it.`);
    return scope;
  }
}

type Report = (rule: StreamRule, message: string) => void;

interface Instance {
  name: string;
  key: string[];
  state: string;
  kind: string | undefined;
  constants: Map<string, string>;
}

interface ConstantStep {
  entries: Identity[] | undefined;
  payload: unknown;
  constants: Map<string, string>;
  of: string;
  report: Report;
}

interface ScopeStep {
  name: string;
  transition: Transition;
  kind: string;
  payload: unknown;
  report: Report;
}

function isMet(when: KindCondition, event: ServerSentEvent, payload: unknown): boolean {
  if (when.event !== undefined && when.event !== event.event) return false;
  const isPresent = (pointer: string) => (valueAt(payload, pointer) ?? null) !== null;
  if (!list(when.has).every(isPresent)) return false;
  if (list(when.lacks).some(isPresent)) return false;
  if (!list(when.empty).every((pointer) => isEmpty(valueAt(payload, pointer)))) return false;
  return Object.entries(when.equals ?? {}).every(([pointer, value]) => valueAt(payload, pointer) === value);
}

function firstPresent(payload: unknown, entry: Identity): [pointer: string, value: unknown] {
  for (const pointer of list(entry)) {
    const value = valueAt(payload, pointer);
    if (value !== undefined) return [pointer, value];
  }
  return [String(entry), undefined];
}

const list = (pointers: string | string[] | undefined) =>
  typeof pointers === "string" ? [pointers] : (pointers ?? []);

const isEmpty = (value: unknown) => (Array.isArray(value) || typeof value === "string") && value.length === 0;

const mayFollow = ({ from }: Transition, state: string) => from === "any" || from.includes(state);

function keyOf(scope: Scope, payload: unknown): string[] | undefined {
  const key = scope.key.map((pointer) => textAt(payload, pointer));
  return key.every((part) => part !== undefined) ? key : undefined;
}

function textAt(payload: unknown, pointer: string | undefined): string | undefined {
  const value = pointer === undefined ? undefined : valueAt(payload, pointer);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
