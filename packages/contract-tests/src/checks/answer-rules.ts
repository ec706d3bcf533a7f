import { type Grammar, type Provenance, responseOf, type StreamRule } from "@model-access/contract";
import { dialectOf, dialectOfCall } from "../dialects.js";
import type { ExchangePlan } from "../exchange.js";
import { grammarOf } from "../reading/stream-reading.js";
import type { Rule } from "../rule.js";
import { type Adjusted, checkRules } from "./answer-checks.js";
import { type AboutCall, type Answered, rule, rulesOf } from "./define-rule.js";
import { bodyOf, judgeBody, judgeHeaders, judgeMediaType, judgeStatus, type Weight } from "./reply.js";
import { judgeBytes, judgeEvents, judgeEveryEvent, judgeFaults, judgeWhole } from "./stream.js";

/** All that has to be known of a plain reply beyond what the contract says of its operation. */
export interface ReplyOptions {
  requirements: string[];
  /** The source of the statement that the call is answered. */
  provenance: Provenance;
  /** The source of the statement that JSON is called so; that the reply is no page weighs what the reply does. */
  mediaType: Provenance;
  /** The strongest provenance in the shape of the reply. */
  shape: Provenance;
  weight?: Weight;
  /** Rules on what the specification states of the body. They come before its shape: one fault is one finding. */
  stated?: Rule[];
  adjusted?: Adjusted;
}

export function replyRules(plan: ExchangePlan, options: ReplyOptions): Rule[] {
  const { requirements, provenance, mediaType, shape, weight, stated = [] } = options;
  const of = rulesOf(plan, { requirements, provenance, takesPlainer: true });
  return [
    of(
      "status",
      `${plan.says} is answered with status 200, whole and in time`,
      { requirements: [...requirements, "R7.1"] },
      (exchange) => judgeStatus(exchange, 200),
    ),
    of("media-type", `${plan.says} is answered with JSON`, { everywhere: "head", after: "status" }, (exchange) =>
      judgeMediaType(exchange, "application/json", bodyOf(exchange.reply) === undefined ? undefined : mediaType),
    ),
    ...headerRules(plan, { status: 200, after: "status", requirements }),
    ...stated,
    of(
      "schema",
      `the reply to ${plan.says} has the shape of the contract`,
      { provenance: shape, everywhere: true, after: stated.at(-1) ?? "status" },
      (exchange) => judgeBody(exchange, weight),
    ),
    ...checkRules(plan, ["schema"], options.adjusted),
  ];
}

/** The rule on the headers that the contract documents for a status; none where it documents none. */
export function headerRules(
  plan: ExchangePlan,
  { status, after, requirements }: { status: number; after: string; requirements: string[] },
): Rule[] {
  const headers = responseOf(plan.operationId, status)?.headers ?? [];
  // A text that may be absent can't be wrong.
  if (headers.every(({ required, types }) => !required && types.every((type) => type === "string"))) return [];
  const of = rulesOf(plan, { requirements, provenance: "observed", topic: "docs", takesPlainer: true });
  const sentence = `the documented headers in the answer to ${plan.says} have the right form`;
  return [of("headers", sentence, { everywhere: "head", after }, judgeHeaders)];
}

export interface Answers extends Answered, Adjusted {
  /** Members of the rule on its shape that are not those of most calls. */
  whole?: Partial<AboutCall>;
}

/**
 * The rules on the answer to a call of a model that is not the first of its interface: its status, its shape, and all checks
 * that fit what it asks. What is said of the status first holds for all that follows, which hangs on it.
 */
export function answerRules(plan: ExchangePlan, { whole, as = {}, except = {}, ...answered }: Answers): Rule[] {
  const { requirements, provenance, after = [] } = answered;
  const { name } = dialectOfCall(plan);
  const about = { requirements, provenance, ...whole };
  const { isStreamed } = plan;
  return [
    rule(plan, "status", {
      sentence: `${plan.says} is answered with status 200`,
      judge: (exchange) => judgeStatus(exchange, 200),
      ...answered,
      // Where no stream is answered, the first one tells it for all.
      after: [isStreamed ? [`${name}/stream/status`] : [], after].flat(),
    }),
    isStreamed
      ? rule(plan, "events", {
          judge: judgeEveryEvent,
          ...about,
          sentence: `the events of ${plan.says} are those of the contract, in their order`,
          after: ["status", ...wholeStreamOf(plan.operationId)],
        })
      : // It comes after the same rule on the first reply, which tells what all replies have.
        rule(plan, "schema", {
          ...about,
          sentence: `the reply to ${plan.says} has the shape of the contract`,
          provenance: name === "messages" ? "upstream" : "observed",
          after: ["status", `${name}/reply/schema`, about.after ?? []].flat(),
          judge: (exchange) => judgeBody(exchange),
        }),
    ...checkRules(plan, [isStreamed ? "events" : "schema"], { as, except }),
  ];
}

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

/** The rules of a stream, layer by layer. */
export function streamRules(plan: ExchangePlan, options: StreamOptions): Rule[] {
  const { requirements, client, provenance = "stated" } = options;
  const { mediaType = "upstream", dialect = "upstream", shape = "upstream" } = options;
  const grammar = grammarOf(plan.operationId);
  const of = rulesOf(plan, { requirements, provenance, takesPlainer: true });
  return [
    of(
      "status",
      `${plan.says} is answered with status 200 in time`,
      { requirements: [...requirements, "R7.1"] },
      (exchange) => judgeStatus(exchange, 200),
    ),
    of(
      "media-type",
      `${plan.says} is answered with an event stream`,
      { everywhere: "head", after: "status" },
      (exchange) => {
        const hasEvents = exchange.stream().events.length > 0;
        return judgeMediaType(exchange, "text/event-stream", hasEvents ? mediaType : undefined);
      },
    ),
    ...headerRules(plan, { status: 200, after: "status", requirements }),
    of("whole", `${plan.says} arrives whole`, { everywhere: true, after: "status" }, judgeWhole),
    of(
      "bytes",
      `${plan.says} comes in UTF-8, each event with a blank line after it`,
      { provenance: mediaType, everywhere: true, after: "whole" },
      judgeBytes,
    ),
    ...dialectRulesOf(grammar).map(({ name, says, faults, after, breaks }) =>
      of(
        name,
        `in ${plan.says}, ${says}`,
        {
          ...(!["complete", "adds-up"].includes(name) && { requirements }),
          ...{ provenance: dialect, everywhere: true, after },
          ...(breaks && client !== undefined && { client }),
        },
        (exchange) => judgeFaults(exchange, faults, { isEnding: name === "complete" }),
      ),
    ),
    of(
      "schema",
      `in ${plan.says}, the events have the shape of the contract`,
      { provenance: shape, everywhere: true, after: eventRuleOf(grammar) },
      judgeEvents,
    ),
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
