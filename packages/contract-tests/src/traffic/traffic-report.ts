import { contractVersion, type ExchangeRecord, operationAt } from "@model-access/contract";
import { exchanges } from "../areas.js";
import { createCleaner } from "../report/clean.js";
import type { Report, RuleReport } from "../report/report.js";
import { aboutRule, clauseOf, shownRequirements } from "../report/report-of.js";
import { summarised, unjudgedIn } from "../report/summarise.js";
import { areaOf, type Finding } from "../rule.js";
import type { Topic } from "../topic.js";
import { createTrafficJudge, type TrafficResult } from "./judge-traffic.js";
import { type TrafficRule, trafficRules } from "./rules.js";

/** The source of the exchanges, the rules that judge them, and the topics that decide. */
export interface TrafficReportOptions {
  /** The name of the source, which stands in the report in place of a base URL. */
  source: string;
  /** The rules that are judged; all without it. */
  rules?: TrafficRule[];
  /** The areas and rules that were asked for by name. */
  names?: string[] | undefined;
  failOn?: Topic[] | undefined;
}

const clean = createCleaner();
const weight = ["fail", "warn", "note"];

/** The subject of each area's rules, without which an exchange has nothing to judge. */
const subjects: Record<string, string> = {
  models: "a model list",
  account: "a balance or a history",
  chat: "a completion",
  messages: "a message",
  responses: "a response",
  videos: "a video",
  files: "an upload",
  bots: "an answer of a bot",
};

interface RuleTally {
  judged: number;
  broken: number;
  calls: Set<string>;
  /** The first of the heaviest. */
  worst?: { result: TrafficResult; finding: Finding; exchange: string; call: string };
}

/**
 * Judges recorded exchanges by every rule that needs no call of its own, and reports as a run does. A rule that some break
 * says in how many; its evidence is the first of the heaviest. Exchanges are read one by one and not kept.
 */
export function trafficReport(
  records: Iterable<ExchangeRecord>,
  { source, rules: selected = trafficRules, names = [], failOn }: TrafficReportOptions,
): Report {
  const judge = createTrafficJudge(failOn);
  const tallies = new Map<string, RuleTally>();
  const seenAreas = new Set<string>();
  let calls = 0;
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, 0];
  for (const record of records) {
    calls += 1;
    const atMs = Date.parse(record.at);
    [firstMs, lastMs] = [Math.min(firstMs, atMs), Math.max(lastMs, atMs)];
    const { operationId, method, path } = operationAt(record.request.method, record.request.target) ?? {};
    const plan = exchanges.find((each) => each.operationId === operationId);
    if (plan !== undefined) seenAreas.add(areaOf(plan.id));
    for (const result of judge.results(record)) {
      const tally = tallies.get(result.rule.id) ?? { judged: 0, broken: 0, calls: new Set() };
      tallies.set(result.rule.id, counted(tally, result, { exchange: record.id, call: `${method} ${path}` }));
    }
  }
  const judgedAreas = new Set([...tallies.keys()].map(areaOf));
  const rules = oneOfEach(selected).map((rule) => {
    const area = areaOf(rule.id);
    const tally = tallies.get(rule.id);
    return ruleReport(
      rule,
      tally ?? whyNotJudged(area, { isSeen: seenAreas.has(area), isJudged: judgedAreas.has(area) }),
    );
  });
  const nothing = {
    name: clean(source),
    reason: calls === 0 ? "it has no exchanges." : "none of its exchanges is an answered call of the API.",
  };
  return summarised({
    contractVersion,
    baseURL: clean(source),
    startedAt: new Date(calls === 0 ? Date.now() : firstMs).toISOString(),
    seconds: calls === 0 ? 0 : (lastMs - firstMs) / 1000,
    calls,
    billedCalls: 0,
    points: null,
    isRecorded: true,
    unanswered: [],
    unjudged: names.length === 0 && tallies.size === 0 ? [nothing] : unjudgedIn(rules, names),
    rules,
    requirements: { ...shownRequirements(rules, []), needs: [] },
    ...(failOn !== undefined && { failOn }),
  });
}

function counted(tally: RuleTally, result: TrafficResult, at: { exchange: string; call: string }): RuleTally {
  const { judged, broken, calls, worst } = tally;
  const { finding } = result;
  if (finding === undefined) return { ...tally, judged: judged + 1 };
  calls.add(at.call);
  const isHeavier = worst === undefined || weight.indexOf(result.outcome) < weight.indexOf(worst.result.outcome);
  return { judged: judged + 1, broken: broken + 1, calls, worst: isHeavier ? { result, finding, ...at } : worst };
}

function whyNotJudged(area: string, { isSeen, isJudged }: { isSeen: boolean; isJudged: boolean }): string {
  if (isJudged) return "No exchange has what this rule checks.";
  const subject = subjects[area];
  return isSeen && subject !== undefined
    ? `No exchange has ${subject} to judge.`
    : "No exchange of this kind was recorded.";
}

function ruleReport(rule: TrafficRule, tally: RuleTally | string): RuleReport {
  const about = aboutRule(rule);
  if (typeof tally === "string") return { ...about, outcome: "skip", message: tally };
  const { judged, broken, calls, worst } = tally;
  if (worst === undefined) return { ...about, outcome: "pass", judged };
  const { finding, exchange, result, call } = worst;
  const { message, expected, actual, pointer, eventNumber, provenance: basis } = finding;
  const texts = { expected, actual, pointer };
  const cleaned = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, clean(text)]]));
  return {
    ...about,
    outcome: result.outcome,
    message: clean(`${message}${tooIn([...calls].filter((each) => each !== call))}`),
    ...Object.fromEntries(cleaned),
    ...(eventNumber !== undefined && { eventNumber }),
    ...(basis !== undefined && { basis }),
    exchange,
    judged,
    broken,
    ...clauseOf(rule, finding.requirement),
  };
}

const tooIn = (others: string[]) =>
  others.length === 0
    ? ""
    : ` So it is in answers to ${[others.slice(0, -1).join(", "), ...others.slice(-1)].filter(Boolean).join(" and ")}, too.`;

/** A rule that holds for several operations is one in the report. */
function oneOfEach(rules: TrafficRule[]): TrafficRule[] {
  return rules.filter(({ id }, index) => rules.findIndex((rule) => rule.id === id) === index);
}
