import { topics } from "../topic.js";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };
const ids = { type: "array", items: text };
const outcome = { enum: ["pass", "fail", "warn", "note", "skip", "blocked", "inconclusive", "error"] };
const change = {
  type: "object",
  required: ["id", "was", "is"],
  properties: {
    id: text,
    was: { enum: [...outcome.enum, "absent"] },
    is: { enum: [...outcome.enum, "absent"] },
  },
};
const changes = { type: "array", items: change };

const area = {
  type: "object",
  required: ["name", "verdict", "counts"],
  properties: {
    name: text,
    verdict: outcome,
    reason: text,
    counts: { type: "object", propertyNames: outcome, additionalProperties: { type: "integer", minimum: 1 } },
    notRun: {
      type: "integer",
      minimum: 1,
      description: "The number of skipped rules that did not run because the run stopped early.",
    },
  },
};

const rule = {
  type: "object",
  required: ["id", "area", "topic", "sentence", "level", "provenance", "requirements", "outcome"],
  properties: {
    id: { type: "string", pattern: "^[a-z0-9-]+(/[a-z0-9-]+)+$" },
    area: text,
    topic: { enum: [...topics], description: "The subject of the rule; --fail-on selects by topic." },
    sentence: text,
    level: { enum: ["must", "should", "note"] },
    provenance: { enum: ["stated", "upstream", "observed", "inferred"] },
    requirements: { type: "array", minItems: 1, items: { type: "string", pattern: "^R\\d+\\.\\d+$" } },
    client: { type: "string", description: "The official client that needs the rule." },
    outcome,
    message: { type: "string", description: "What is wrong, or why the rule was not judged." },
    expected: text,
    actual: text,
    pointer: { type: "string", description: "A JSON pointer into the body or the event's payload." },
    eventNumber: { type: "integer", minimum: 1, description: "The number of the event in the stream." },
    exchange: { type: "string", description: "The call that a finding quotes, by its id in the journal." },
    basis: {
      enum: ["stated", "upstream", "observed", "inferred"],
      description: "The contract's source of the broken element, where this differs from the rule's own.",
    },
    clause: { type: "string", description: "The row of the specification that a finding is about." },
    said: { type: "string", description: "The beginning of the answer that a finding quotes." },
    judged: { ...count, description: "The number of recorded exchanges in which it was judged." },
    broken: { ...count, description: "The number of those in which it was broken." },
    curl: { type: "string", description: "A command line that repeats the call; the key stays in the environment." },
    needs: { type: "string", description: "What the rule needs to be judged." },
    notRun: { const: true, description: "The run stopped before this rule." },
    known: {
      type: "object",
      description: "The baseline entry for this failure.",
      required: ["reason", "expires"],
      properties: { reason: text, expires: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" } },
    },
  },
};

const ms = { type: "number", minimum: 0, description: "Milliseconds since the request." };
const exchange = {
  type: "object",
  required: ["id", "call"],
  properties: {
    id: { type: "string", description: "Its id in the journal." },
    call: { type: "string", description: "Method and path, as the contract writes them." },
    status: { type: "integer" },
    headersMs: ms,
    firstContentMs: ms,
    endMs: ms,
  },
};

/** JSON Schema (2020-12) of the JSON report. Later versions may add members. */
export const reportSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "ContractTestReport",
  type: "object",
  required: [
    "contractVersion",
    "baseURL",
    "startedAt",
    "seconds",
    "calls",
    "billedCalls",
    "points",
    "exitCode",
    "unanswered",
    "areas",
    "rules",
    "requirements",
  ],
  properties: {
    contractVersion: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+" },
    baseURL: text,
    startedAt: { type: "string", format: "date-time" },
    seconds: { type: "number", minimum: 0 },
    calls: count,
    billedCalls: count,
    isRecorded: { const: true, description: "Others made the calls; their cost is unknown." },
    points: {
      type: ["number", "null"],
      description: "The points that the account lost; null if its balance could not be read or has risen.",
    },
    balanceRose: { const: true, description: "The balance rose during the run, so its cost can't be told." },
    exitCode: {
      enum: [0, 1, 2, 3, 4],
      description:
        "0 no deciding rule is broken; 1 one is; 2 a rule could not judge because of a fault in these tests; 3 not reached, not signed in or no answer to judge; 4 stopped early.",
    },
    problem: {
      type: "object",
      description: "Why the run could not start.",
      required: ["kind", "message"],
      properties: { kind: { enum: ["unreachable", "sign-in", "model"] }, message: text },
    },
    stopped: { enum: ["budget", "signal"] },
    unjudged: {
      type: "array",
      description: "Names that were requested and could not be judged.",
      items: { type: "object", required: ["name", "reason"], properties: { name: text, reason: text } },
    },
    failOn: {
      type: "array",
      items: { enum: [...topics] },
      description: "The topics that decide, if --fail-on names them.",
    },
    unanswered: { ...ids, description: "Required calls without an answer to judge." },
    exchanges: { type: "array", items: exchange, description: "The exchanges of the run with their times." },
    areas: { type: "array", items: area },
    rules: { type: "array", items: rule },
    requirements: {
      type: "object",
      required: ["shown", "total", "needs"],
      properties: {
        shown: count,
        total: count,
        needs: {
          type: "array",
          items: { type: "object", required: ["requirement", "needs"], properties: { requirement: text, needs: text } },
        },
      },
    },
    baseline: {
      type: "object",
      required: ["passAgain", "expired"],
      properties: { passAgain: ids, expired: ids },
    },
    comparison: {
      type: "object",
      required: ["since", "newlyFailing", "newlyPassing", "noLongerRun"],
      properties: { since: text, newlyFailing: changes, newlyPassing: changes, noLongerRun: changes },
    },
  },
};
