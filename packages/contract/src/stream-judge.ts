import { createConstants } from "./constants.js";
import { describePlace, type Grammar, isAllowedFrom, kindOf, listEndMarkers, type ServerSentEvent } from "./grammar.js";
import { createJoins } from "./joins.js";
import { valueAt } from "./json-pointer.js";
import { createScopes } from "./scopes.js";
import { shortened } from "./shortened.js";
import type { JudgedEvent, Report, StreamFault, StreamRule } from "./stream-fault.js";

/** Judges one event stream, event by event. */
export interface StreamJudge {
  /** Adds the next event and returns its faults. */
  push(event: ServerSentEvent): StreamFault[];
  /** Ends the stream and returns its faults if it is incomplete. */
  end(): StreamFault[];
  /** True if the stream may end here. */
  readonly hasEnded: boolean;
}

const doneMarker = "[DONE]";
/** Maximum length of a message, in characters: it quotes the stream. */
const longestMessage = 500;

/**
 * Creates a judge of one event stream by its grammar: order, identity and ending. `validateStreamEvent` checks the
 * payloads.
 */
export function createStreamJudge(grammar: Grammar): StreamJudge {
  const constants = createConstants(grammar.constant, "the stream");
  const scopes = createScopes(grammar);
  const joins = createJoins(grammar, scopes);
  let state = grammar.start;
  let eventNumber = 0;
  let isDone = false;
  let previousNumber: number | undefined;
  let previousKind: string | undefined;

  return {
    get hasEnded() {
      return isDone || grammar.ends.includes(state);
    },
    push(event) {
      eventNumber += 1;
      const faults: StreamFault[] = [];
      const report = (rule: StreamRule, message: string) =>
        faults.push({ eventNumber, rule, message: shortened(message, longestMessage) });
      try {
        judge(event, report);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        report("json", "The event's data is nested too deeply to be judged.");
      }
      return faults;
    },
    end() {
      const faults: StreamFault[] = [];
      const report = (rule: StreamRule, message: string) => faults.push({ eventNumber: 0, rule, message });
      const hasFailed = grammar.failed?.includes(state) ?? false;
      if (!grammar.ends.includes(state)) {
        report("end", `The stream ended before its end marker; expected ${listEndMarkers(grammar)}.`);
      }
      if (grammar.doneMarker === "required" && !isDone && !hasFailed) {
        report("done-marker", `The stream ended without ${doneMarker}.`);
      }
      return faults;
    },
  };

  function judge(event: ServerSentEvent, report: Report) {
    if (isDone) report("after-end", `An event came after ${doneMarker}.`);
    if (event.data === doneMarker) return takeDoneMarker(report);
    const payload = parse(event.data);
    if (payload === undefined) return report("json", "The event's data is not JSON.");
    judgeEventLine(event, payload, report);
    constants.judge(payload, report);
    judgeNumber(payload, report);
    const kind = kindOf(grammar, event, payload);
    if (kind !== undefined) return judgeOrder({ kind, payload, report });
    if (grammar.unknown === "refused") {
      report("known-kind", `No kind of event of a ${grammar.dialect} stream looks like this.`);
    }
  }

  function takeDoneMarker(report: Report) {
    if (grammar.doneMarker === "forbidden") report("done-marker", `A ${grammar.dialect} stream has no ${doneMarker}.`);
    if (!grammar.ends.includes(state)) {
      report("end", `${doneMarker} came too early; expected ${listEndMarkers(grammar)} before it.`);
    }
    isDone = true;
  }

  function judgeEventLine({ event }: ServerSentEvent, payload: unknown, report: Report) {
    if (event === undefined) {
      if (grammar.eventLine === "required") report("event-line", "The event has no event line.");
      return;
    }
    if (grammar.eventLine === "forbidden") {
      report("event-line", `The event has the event line ${event}; this dialect has none.`);
    }
    if (grammar.eventLineIs === undefined) return;
    const expected = valueAt(payload, grammar.eventLineIs);
    if (expected !== event) {
      const said = expected === undefined ? "is missing" : `says ${JSON.stringify(expected)}`;
      report("event-line", `The event line says ${event}, ${grammar.eventLineIs} ${said}.`);
    }
  }

  function judgeNumber(payload: unknown, report: Report) {
    const number = grammar.increasing === undefined ? undefined : valueAt(payload, grammar.increasing);
    if (typeof number !== "number") return;
    if (previousNumber !== undefined && number !== previousNumber + 1) {
      report("increasing", `${grammar.increasing} is ${number}; expected ${previousNumber + 1}.`);
    }
    previousNumber = number;
  }

  function judgeOrder(event: JudgedEvent) {
    const rule = grammar.events[event.kind];
    if (rule === undefined) return;
    if (!isAllowedFrom(rule, state)) {
      const place = previousKind === undefined ? "first" : `after ${previousKind}`;
      event.report("order", `${event.kind} came ${place}; expected ${describePlace(grammar, event.kind)}.`);
    }
    for (const [name, transition] of Object.entries(rule.scopes ?? {})) scopes.move(name, transition, event);
    scopes.judgeAllClosed(rule.allClosed, [], event);
    joins.judge(event);
    state = rule.to ?? state;
    previousKind = event.kind;
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}
