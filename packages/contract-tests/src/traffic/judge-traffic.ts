import { type ExchangeRecord, operations } from "@model-access/contract";
import { outcomeOf } from "../judging/judge-rule.js";
import { balanceIn } from "../reading/account-reading.js";
import { createCleaner } from "../report/clean.js";
import { firstContentMs } from "../report/exchange-times.js";
import { decides } from "../report/summarise.js";
import type { Finding, Verdict } from "../rule.js";
import type { Topic } from "../topic.js";
import { acrossTrafficRules } from "./across-rules.js";
import { pointsOf, tokensOf } from "./measure.js";
import { type RecordedCall, readRecord } from "./read-record.js";
import { refusalTrafficRules } from "./refusal-rules.js";
import { replyTrafficRules } from "./reply-rules.js";
import { createTrafficMemory, type TrafficRule } from "./traffic-rule.js";
import type { TrafficFinding, TrafficVerdict } from "./verdict.js";

/** Every rule that needs no call of its own. */
export const trafficRules: TrafficRule[] = [
  ...replyTrafficRules,
  ...refusalTrafficRules.map((rule): TrafficRule => ({ topic: "errors", ...rule })),
  ...acrossTrafficRules,
];

/** The result of a rule on one exchange; keys have been masked before. */
export interface TrafficResult {
  rule: TrafficRule;
  outcome: "pass" | TrafficFinding["outcome"];
  finding?: Finding;
}

/** Judges exchanges that others made, one after the other. */
export interface TrafficJudge {
  /** Judges one exchange by every rule that is about it. Empty for what belongs to no operation or has no answer. */
  results(record: ExchangeRecord): TrafficResult[];
  /** The same, as it is counted by a watch. */
  take(record: ExchangeRecord): TrafficVerdict;
}

const clean = createCleaner();

/** Makes a judge. It remembers what rules across exchanges need, within limits, and nothing that was said. */
export function createTrafficJudge(failOn?: Topic[]): TrafficJudge {
  const memory = createTrafficMemory();
  return {
    results: (record) => {
      const call = readRecord(record);
      return call === undefined ? [] : judge(call);
    },
    take(record) {
      const call = readRecord(record);
      const { request, response } = record;
      const known = record.operationId === undefined ? undefined : operations[record.operationId];
      const place = known === undefined ? `${request.method} another path` : `${known.method} ${known.path}`;
      const about = { id: record.id, call: place, ...(known && { operationId: known.operationId }) };
      if (call === undefined)
        return { ...about, ...(response && { status: response.status }), judged: 0, findings: [] };
      const results = judge(call);
      return {
        ...about,
        ...measured(call),
        judged: results.length,
        findings: results.flatMap((each) => findingIn(each, failOn)),
      };
    },
  };

  function judge(call: RecordedCall): TrafficResult[] {
    const { operationId } = call.operation;
    if (operationId === "listModels" && call.exchange.reply?.status === 200) memory.modelList = call.answered;
    const done = new Map<string, TrafficResult["outcome"] | "blocked">();
    const results: TrafficResult[] = [];
    for (const rule of trafficRules) {
      const before = [rule.after ?? []].flat().map((id) => done.get(id));
      if (before.some((outcome) => outcome !== undefined && outcome !== "pass")) {
        done.set(rule.id, "blocked");
        continue;
      }
      const verdict = rule.on(call, memory);
      const result = verdict && resultOf(rule, verdict);
      if (result === undefined) continue;
      done.set(rule.id, result.outcome);
      results.push(result);
    }
    return results;
  }

  function measured(call: RecordedCall): Partial<TrafficVerdict> {
    const { reply, tookMs } = call.exchange;
    const [contentMs, tokens, points, balance] = [
      reply?.status === 200 ? firstContentMs(call.exchange) : undefined,
      tokensOf(call),
      pointsOf(call, memory.modelList),
      balanceIn(reply),
    ];
    return {
      ...(reply && { status: reply.status, headersMs: reply.headAtMs }),
      ...(contentMs !== undefined && { firstContentMs: contentMs }),
      endMs: tookMs,
      ...(tokens && { tokens }),
      ...(points !== undefined && { points }),
      ...(balance !== undefined && { balance }),
    };
  }
}

function resultOf(rule: TrafficRule, verdict: Verdict): TrafficResult | undefined {
  if (verdict.outcome === "pass") return { rule, outcome: "pass" };
  if (verdict.outcome !== "broken") return undefined;
  const { finding } = verdict;
  return { rule, outcome: outcomeOf(rule, finding), finding };
}

function findingIn({ rule, outcome, finding }: TrafficResult, failOn: Topic[] | undefined): TrafficFinding[] {
  if (outcome === "pass" || finding === undefined) return [];
  const { topic = "shape" } = rule;
  return [
    {
      rule: rule.id,
      topic,
      outcome,
      message: clean(finding.message),
      decides: decides({ topic, outcome }, failOn),
    },
  ];
}
