import { type Cause, causesIn } from "./causes.js";
import { jsonText } from "./clean.js";
import { headline } from "./headline.js";
import type { Report, RuleReport } from "./report.js";
import { isBroken } from "./summarise.js";
import { evidenceOf } from "./wording.js";

const levels: Record<string, "error" | "warning" | "note"> = { fail: "error", warn: "warning", note: "note" };

/** The rank of what touches keys in code scanning, from 0 to 10. */
const severity = { must: "8.0", should: "5.0", note: "2.0" } as const;

/**
 * The findings for code scanning, as SARIF 2.1.0. A deployment has no source files: what stands for one is the id of the
 * rule, so that a finding keeps its place from run to run. Known failures are suppressed, not left out.
 */
export function sarifReport(report: Report): string {
  const { contractVersion, startedAt, baseURL, problem, exitCode, rules } = report;
  const causes = causesIn(report).filter(({ first }) => isBroken(first.outcome));
  const results = causes.map((cause) => resultOf(cause, rules));
  const run = {
    tool: {
      driver: {
        name: "model-access-contract-tests",
        semanticVersion: contractVersion,
        rules: rules.map(descriptorOf),
      },
    },
    automationDetails: { id: `model-access-contract-tests/${hostOf(baseURL)}` },
    invocations: [
      {
        executionSuccessful: problem === undefined && report.stopped === undefined,
        exitCode,
        startTimeUtc: startedAt,
        ...(problem !== undefined && {
          toolExecutionNotifications: [{ level: "error", message: { text: headline(report) } }],
        }),
      },
    ],
    results,
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return jsonText(log);
}

function descriptorOf({ id, sentence, level, area, topic, provenance, requirements }: RuleReport) {
  return {
    id,
    shortDescription: { text: sentence },
    defaultConfiguration: { level: levels[{ must: "fail", should: "warn", note: "note" }[level]] },
    properties: {
      tags: [area, topic, provenance, ...requirements],
      ...(topic === "security" && { "security-severity": severity[level] }),
    },
  };
}

function resultOf({ first: rule, others, message }: Cause, all: RuleReport[]) {
  const { id, outcome, sentence, known, pointer } = rule;
  const also = others.map((other) => other.id);
  const evidence = evidenceOf(rule).map(([name, text]) => `${name}: ${text}`);
  return {
    ruleId: id,
    ruleIndex: all.indexOf(rule),
    level: levels[outcome] ?? "none",
    message: {
      text: [
        message === "" ? sentence : message,
        ...evidence,
        ...(also.length > 0 ? [`also: ${also.join(", ")}`] : []),
      ].join("\n"),
    },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: id }, region: { startLine: 1 } },
        logicalLocations: [{ fullyQualifiedName: [id, pointer].filter(Boolean).join("#"), kind: "resource" }],
      },
    ],
    partialFingerprints: { "rule/v1": id },
    ...(known !== undefined && { suppressions: [{ kind: "external", justification: known.reason }] }),
  };
}

/** Without the scheme, as an id of a run has slashes of its own. */
const hostOf = (baseURL: string) => baseURL.replace(/^\w+:\/\//, "");
