import type { Grammar, Provenance, StreamRule } from "@model-access/contract";
import { dialectOf } from "../dialects.js";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { grammarOf } from "../reading/stream-reading.js";
import type { Rule } from "../rule.js";
import { type Adjusted, checkRules } from "./answer-checks.js";
import { rule } from "./define-rule.js";
import { judgeMediaType, judgeStatus } from "./reply.js";
import { headerRules } from "./reply-rules.js";
import { judgeBytes, judgeEvents, judgeFaults, judgeWhole } from "./stream.js";

/** All that has to be known of a stream beyond its grammar: that it is one is stated, and its form upstream's, unless it says otherwise. */
export interface StreamOptions {
  requirements: string[];
  /** The source of the statement that the call is answered by a stream. */
  provenance?: Provenance;
  /** The source of the statement that the stream is one of server-sent events, and called so. */
  mediaType?: Provenance;
  /** The source of the dialect. */
  dialect?: Provenance;
  /** The strongest provenance in the shape of the events. */
  shape?: Provenance;
  /** The official client that breaks on a stream that does not keep the dialect. */
  client?: string;
  adjusted?: Adjusted;
}

export function streamRules(plan: ExchangePlan, options: StreamOptions): Rule[] {
  const { requirements, client, provenance = "stated" } = options;
  const { mediaType = "upstream", dialect = "upstream", shape = "upstream" } = options;
  const grammar = grammarOf(plan.operationId);
  return [
    rule(plan, "status", {
      sentence: `${plan.says} is answered with status 200 in time`,
      requirements: [...requirements, "R7.1"],
      provenance,
      takesPlainer: true,
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
    rule(plan, "media-type", {
      sentence: `${plan.says} is answered with an event stream`,
      requirements,
      provenance,
      takesPlainer: true,
      everywhere: "head",
      after: "status",
      judge: (exchange) => judgeMediaType(exchange, "text/event-stream", hasEvents(exchange) ? mediaType : undefined),
    }),
    ...headerRules(plan, { status: 200, after: "status", requirements }),
    rule(plan, "whole", {
      sentence: `${plan.says} arrives whole`,
      requirements,
      provenance,
      takesPlainer: true,
      everywhere: true,
      after: "status",
      judge: judgeWhole,
    }),
    rule(plan, "bytes", {
      sentence: `${plan.says} comes in UTF-8, each event with a blank line after it`,
      requirements,
      provenance: mediaType,
      takesPlainer: true,
      everywhere: true,
      after: "whole",
      judge: judgeBytes,
    }),
    ...dialectRulesOf(grammar).map(({ name, says, faults, after, breaks }) =>
      rule(plan, name, {
        sentence: `in ${plan.says}, ${says}`,
        requirements,
        provenance: dialect,
        ...(breaks && client !== undefined && { client }),
        takesPlainer: true,
        everywhere: true,
        after,
        judge: (exchange) => judgeFaults(exchange, faults, { isEnding: name === "complete" }),
      }),
    ),
    rule(plan, "schema", {
      sentence: `in ${plan.says}, the events have the shape of the contract`,
      requirements,
      provenance: shape,
      takesPlainer: true,
      everywhere: true,
      after: eventRuleOf(grammar),
      judge: judgeEvents,
    }),
    ...checkRules(plan, ["schema", ...gatesOf(grammar), "complete"], options.adjusted),
  ];
}

/** The rules on the first stream of an interface that have to hold before another is judged whole, by their ids. */
export function wholeStreamOf(operationId: string): string[] {
  const area = dialectOf(operationId)?.name;
  const names = dialectRulesOf(grammarOf(operationId)).map(({ name }) => name);
  return ["bytes", ...names, "schema"].map((name) => `${area}/stream/${name}`);
}

/** One rule for each thing that a grammar can find wrong. */
interface DialectRule {
  name: string;
  says: string;
  faults: StreamRule[];
  after: string;
  /** True where the official client breaks without it. */
  breaks?: true;
}

function dialectRulesOf(grammar: Grammar): DialectRule[] {
  const after = eventRuleOf(grammar);
  const rules: DialectRule[] = [
    { name: "json", says: "the data of every event is JSON", faults: ["json"], after: "whole", breaks: true },
  ];
  const add = (name: string, says: string, rule: Pick<DialectRule, "faults"> & Partial<DialectRule>) =>
    rules.push({ name, says, after, ...rule });

  if (grammar.eventLine === "required") {
    add("event-line", "every event is named by its event line", {
      faults: ["event-line"],
      after: "json",
      breaks: true,
    });
  } else if (grammar.eventLineIs !== undefined) {
    add("event-line", "an event line, where there is one, repeats the type of its data", { faults: ["event-line"] });
  }
  if (hasOrder(grammar)) {
    add("order", "each event comes where it may", {
      faults: ["known-kind", "order", "scope", "part-kind"],
      breaks: true,
    });
  }
  if (grammar.constant !== undefined || grammar.increasing !== undefined) {
    const says = "what identifies the reply stays the same and what is numbered rises by one";
    add("identity", says, { faults: ["constant", "increasing"] });
  }
  if (grammar.joins !== undefined) add("adds-up", "the pieces of a text are the text", { faults: ["join"] });
  add("complete", "the reply comes to an end", { faults: ["end"], breaks: true });
  if (grammar.doneMarker === "required") {
    add("ends-with-done", "[DONE] is the last event", { faults: ["done-marker"], after: "complete" });
  }
  if (grammar.doneMarker === "forbidden") add("no-done", "there is no [DONE]", { faults: ["done-marker"] });
  add("nothing-after-end", "nothing follows the end", { faults: ["after-end"], after: "complete" });
  return rules;
}

/** The rule that has to hold before events can be told apart. */
const eventRuleOf = ({ eventLine }: Grammar) => (eventLine === "required" ? "event-line" : "json");

const hasEvents = (exchange: Exchange) => exchange.stream().events.length > 0;

/** The rules on the order of events and on their pieces, which what a stream says hangs on. */
const gatesOf = (grammar: Grammar) => [
  ...(hasOrder(grammar) ? ["order"] : []),
  ...(grammar.joins === undefined ? [] : ["adds-up"]),
];

/** False for a grammar in which every event may come at any time until the end. */
function hasOrder({ events, ends, unknown, start }: Grammar): boolean {
  const states = new Set([start, ...Object.values(events).flatMap(({ to }) => to ?? [])]);
  const open = [...states].filter((state) => !ends.includes(state));
  const isAnywhere = Object.values(events).every(({ from }) => open.every((state) => from.includes(state)));
  return unknown !== "allowed" || !isAnywhere;
}
