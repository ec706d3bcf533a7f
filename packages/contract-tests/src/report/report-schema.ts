import { topics } from "../topic.js";
import { jsonText } from "./clean.js";
import type { Report } from "./report.js";
import { worstFirst } from "./summarise.js";

/** The report for programs. */
export const jsonReport = (report: Report): string => jsonText(report);

type Schema = Record<string, unknown>;

/** An object with these members; those in `optional` may be missing. */
const object = (members: Record<string, Schema>, optional: Record<string, Schema> = {}) => ({
  type: "object",
  required: Object.keys(members),
  properties: { ...members, ...optional },
});

const list = (items: Schema, about: Schema = {}) => ({ type: "array", items, ...about });

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };
const outcome = { enum: [...worstFirst] };
const provenance = { enum: ["stated", "upstream", "observed", "inferred"] };
const ms = { type: "number", minimum: 0, description: "Milliseconds since the request." };
const change = { enum: [...worstFirst, "absent"] };
const changes = list(object({ id: text, was: change, is: change }));

const area = object(
  {
    name: text,
    verdict: outcome,
    counts: { type: "object", propertyNames: outcome, additionalProperties: { type: "integer", minimum: 1 } },
  },
  {
    reason: text,
    notRun: {
      type: "integer",
      minimum: 1,
      description: "The number of skipped rules that did not run because the run stopped early.",
    },
  },
);

const rule = object(
  {
    id: { type: "string", pattern: "^[a-z0-9-]+(/[a-z0-9-]+)+$" },
    area: text,
    topic: { enum: [...topics], description: "The subject of the rule; --fail-on selects by topic." },
    sentence: text,
    level: { enum: ["must", "should", "note"] },
    provenance,
    requirements: list({ type: "string", pattern: "^R\\d+\\.\\d+$" }, { minItems: 1 }),
    outcome,
  },
  {
    client: { ...text, description: "The official client that needs the rule." },
    message: { ...text, description: "What is wrong, or why the rule was not judged." },
    expected: text,
    actual: text,
    pointer: { ...text, description: "A JSON pointer into the body or the event's payload." },
    eventNumber: { type: "integer", minimum: 1, description: "The number of the event in the stream." },
    exchange: { ...text, description: "The call that a finding quotes, by its id in the journal." },
    basis: {
      ...provenance,
      description: "The contract's source of the broken element, where this differs from the rule's own.",
    },
    clause: { ...text, description: "The row of the specification that a finding is about." },
    said: { ...text, description: "The beginning of the answer that a finding quotes." },
    judged: { ...count, description: "The number of recorded exchanges in which it was judged." },
    broken: { ...count, description: "The number of those in which it was broken." },
    curl: { ...text, description: "A command line that repeats the call; the key stays in the environment." },
    needs: { ...text, description: "What the rule needs to be judged." },
    notRun: { const: true, description: "The run stopped before this rule." },
    known: {
      ...object({ reason: text, expires: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" } }),
      description: "The baseline entry for this failure.",
    },
  },
);

const exchange = object(
  {
    id: { ...text, description: "Its id in the journal." },
    call: { ...text, description: "Method and path, as the contract writes them." },
  },
  { status: { type: "integer" }, headersMs: ms, firstContentMs: ms, endMs: ms },
);

/** JSON Schema (2020-12) of the JSON report. Later versions may add members. */
export const reportSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "ContractTestReport",
  ...object(
    {
      contractVersion: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+" },
      baseURL: text,
      startedAt: { type: "string", format: "date-time" },
      seconds: { type: "number", minimum: 0 },
      calls: count,
      billedCalls: count,
      points: {
        type: ["number", "null"],
        description: "The points that the account lost; null if its balance could not be read or has risen.",
      },
      exitCode: {
        enum: [0, 1, 2, 3, 4],
        description:
          "0 no deciding rule is broken; 1 one is; 2 a rule could not judge because of a fault in these tests; 3 not reached, not signed in or no answer to judge; 4 stopped early.",
      },
      unanswered: list(text, { description: "Required calls without an answer to judge." }),
      areas: list(area),
      rules: list(rule),
      requirements: object({
        shown: count,
        total: count,
        needs: list(object({ requirement: text, needs: text })),
      }),
    },
    {
      isRecorded: { const: true, description: "Others made the calls; their cost is unknown." },
      balanceRose: { const: true, description: "The balance rose during the run, so its cost can't be told." },
      problem: {
        ...object({ kind: { enum: ["unreachable", "sign-in", "model"] }, message: text }),
        description: "Why the run could not start.",
      },
      stopped: { enum: ["budget", "signal"] },
      unjudged: list(object({ name: text, reason: text }), {
        description: "Names that were requested and could not be judged.",
      }),
      failOn: list({ enum: [...topics] }, { description: "The topics that decide, if --fail-on names them." }),
      exchanges: list(exchange, { description: "The exchanges of the run with their times." }),
      baseline: object({ passAgain: list(text), expired: list(text) }),
      comparison: object({ since: text, newlyFailing: changes, newlyPassing: changes, noLongerRun: changes }),
    },
  ),
};
