import { type ExchangeRecord, operations, valueAt } from "@model-access/contract";
import { outcomeOf } from "../judging/judge-rule.js";
import { balanceIn } from "../reading/account-reading.js";
import { priceInPoints } from "../reading/price.js";
import { createCleaner } from "../report/clean.js";
import { firstContentMs } from "../report/exchange-times.js";
import { decides } from "../report/summarise.js";
import type { Finding, Verdict } from "../rule.js";
import type { Topic } from "../topic.js";
import { payloadsOf, type RecordedCall, readRecord } from "./read-record.js";
import { createTrafficMemory, type TrafficRule, trafficRules } from "./rules.js";

/** The result of a rule on one exchange; keys have been masked before. */
export interface TrafficResult {
  rule: TrafficRule;
  outcome: "pass" | TrafficFinding["outcome"];
  finding?: Finding;
}

/** A finding of one rule in one exchange. All text is clean. */
export interface TrafficFinding {
  rule: string;
  topic: Topic;
  outcome: "fail" | "warn" | "note";
  message: string;
  /** True where a broken rule of this weight and topic decides the exit status. */
  decides: boolean;
}

/** The result of one exchange: enough to be counted, and nothing of what was said in it. */
export interface TrafficVerdict {
  id: string;
  /** `POST /v1/messages`: by the contract's path, as the sent one may hold names. */
  call: string;
  /** Absent where the path belongs to no operation of the contract, or nothing was judged. */
  operationId?: string;
  /** Absent where no answer came. */
  status?: number;
  /** Milliseconds to the headers, the first content and the end. */
  headersMs?: number;
  firstContentMs?: number;
  endMs?: number;
  tokens?: { input: number; output: number };
  /** The cost, by the prices of a model list that was seen. */
  points?: number;
  balance?: number;
  judged: number;
  findings: TrafficFinding[];
}

const clean = createCleaner();

/** Makes a judge. It remembers what rules across exchanges need, within limits, and nothing that was said. */
export function createTrafficJudge(failOn?: Topic[]) {
  const memory = createTrafficMemory();
  return {
    /** Judges one exchange by every rule that is about it. Empty for what belongs to no operation or has no answer. */
    results: (record: ExchangeRecord): TrafficResult[] => {
      const call = readRecord(record);
      return call === undefined ? [] : judge(call);
    },
    /** The same, as it is counted by a watch. */
    take(record: ExchangeRecord): TrafficVerdict {
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

const inputNames = ["prompt_tokens", "input_tokens"];
const outputNames = ["completion_tokens", "output_tokens"];

/** The tokens that an answer says it used; the last that a stream says. Undefined where it says none. */
function tokensOf(call: RecordedCall): { input: number; output: number } | undefined {
  const usages = payloadsOf(call).flatMap((payload) =>
    ["/usage", "/message/usage", "/response/usage"].map((pointer) => valueAt(payload, pointer)),
  );
  const last = (names: string[]) =>
    usages
      .flatMap((usage) => names.map((name) => valueAt(usage, `/${name}`)))
      .findLast((count): count is number => typeof count === "number");
  const [input, output] = [last(inputNames), last(outputNames)];
  return input === undefined && output === undefined ? undefined : { input: input ?? 0, output: output ?? 0 };
}

function pointsOf(call: RecordedCall, modelList: unknown): number | undefined {
  const used = tokensOf(call);
  if (used === undefined || modelList === undefined) return undefined;
  const usage = { prompt_tokens: used.input, completion_tokens: used.output };
  return priceInPoints(modelList, valueAt(call.sent, "/model"), usage)?.exact;
}
