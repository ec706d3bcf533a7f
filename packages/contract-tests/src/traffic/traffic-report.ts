import { contractVersion, type ExchangeRecord, requirements } from "@model-access/contract";
import { createCleaner } from "../report/clean.js";
import type { Report, RuleReport } from "../report/report.js";
import { summarised } from "../report/summarise.js";
import { areaOf } from "../rule.js";
import { type Topic, topicOf } from "../topic.js";
import { createTrafficJudge, type TrafficResult, trafficRules } from "./judge-traffic.js";
import type { TrafficRule } from "./traffic-rule.js";

/** What was judged, and what decides. */
export interface TrafficReportOptions {
  /** Where the exchanges are from, in the place of a base URL. */
  source: string;
  /** The rules that are judged; all without it. */
  rules?: TrafficRule[];
  failOn?: Topic[] | undefined;
}

const clean = createCleaner();
const weight = ["fail", "warn", "note", "pass"];

/**
 * Judges recorded exchanges by every rule that needs no call of its own, and reports as a run does. A rule that some break
 * says in how many; its evidence is the first of the heaviest.
 */
export function trafficReport(
  records: ExchangeRecord[],
  { source, rules: selected = trafficRules, failOn }: TrafficReportOptions,
): Report {
  const judge = createTrafficJudge(failOn);
  const results = new Map<string, { record: ExchangeRecord; result: TrafficResult }[]>();
  for (const record of records) {
    for (const result of judge.results(record)) {
      results.set(result.rule.id, [...(results.get(result.rule.id) ?? []), { record, result }]);
    }
  }
  const rules = oneOfEach(selected).map((rule) => ruleReport(rule, results.get(rule.id) ?? []));
  const times = records.map(({ at }) => Date.parse(at)).sort((one, other) => one - other);
  const shown = new Set(rules.filter(({ outcome }) => outcome !== "skip").flatMap((rule) => rule.requirements));
  return summarised({
    contractVersion,
    baseURL: clean(source),
    startedAt: new Date(times[0] ?? Date.now()).toISOString(),
    seconds: ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000,
    calls: records.length,
    billedCalls: 0,
    points: null,
    unanswered: [],
    rules,
    requirements: { shown: shown.size, total: requirements.length, needs: [] },
    ...(failOn !== undefined && { failOn }),
  });
}

function ruleReport(rule: TrafficRule, judged: { record: ExchangeRecord; result: TrafficResult }[]): RuleReport {
  const { id, sentence, level, provenance, requirements: rows, client } = rule;
  const about = {
    id,
    area: areaOf(id),
    topic: topicOf(id),
    sentence,
    level,
    provenance,
    requirements: rows,
    ...(client !== undefined && { client }),
  };
  const broken = judged
    .filter(({ result }) => result.outcome !== "pass")
    .sort((one, other) => weight.indexOf(one.result.outcome) - weight.indexOf(other.result.outcome));
  const [first] = broken;
  if (judged.length === 0) return { ...about, outcome: "skip", message: "No exchange was about it." };
  if (first?.result.finding === undefined) return { ...about, outcome: "pass", judged: judged.length };
  const { finding, outcome } = first.result;
  const { message, expected, actual, pointer, eventNumber } = finding;
  const clause = requirements.find((row) => row.id === rows[0]);
  const texts = { expected, actual, pointer };
  const cleaned = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, clean(text)]]));
  return {
    ...about,
    outcome,
    message: clean(message),
    ...Object.fromEntries(cleaned),
    ...(eventNumber !== undefined && { eventNumber }),
    exchange: first.record.id,
    judged: judged.length,
    broken: broken.length,
    ...(clause && { clause: `${clause.id}: ${clause.says}` }),
  };
}

/** A rule that holds for several operations is one in the report. */
function oneOfEach(rules: TrafficRule[]): TrafficRule[] {
  return rules.filter(({ id }, index) => rules.findIndex((rule) => rule.id === id) === index);
}
