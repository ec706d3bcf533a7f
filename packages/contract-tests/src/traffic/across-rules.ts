import { valueAt } from "@model-access/contract";
import { cachingRule } from "../areas/account/caching.js";
import { first } from "../areas/account/readings.js";
import { rules } from "../areas.js";
import { judgeNotHeldBack, pageOf } from "../checks/buffering.js";
import { judgeUsageSum } from "../checks/usage.js";
import { balanceIn, costOf, entriesIn } from "../reading/account-reading.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { payloadsOf } from "./measure.js";
import type { RecordedCall } from "./read-record.js";
import type { TrafficMemory, TrafficRule } from "./traffic-rule.js";

const mostIds = 20_000;
const leastCalls = 20;
const mostRefused = 0.05;
const forTheMoment = [429, 502, 503, 504];

/** The places of an answer's id, in a stream in the event that has it. */
const ids: { area: string; row: string; operationId: string; places: string[] }[] = [
  { area: "chat", row: "R4.1", operationId: "createChatCompletion", places: ["/id"] },
  { area: "messages", row: "R4.6", operationId: "createMessage", places: ["/message/id", "/id"] },
  { area: "responses", row: "R1.5", operationId: "createResponse", places: ["/response/id", "/id"] },
  { area: "videos", row: "R4.10", operationId: "createVideo", places: ["/id"] },
];

/** Rules that compare an exchange with those before it, and rules of a run on anything that is answered. */
export const acrossTrafficRules: TrafficRule[] = [
  ...ids.map(
    ({ area, row, operationId, places }): TrafficRule => ({
      id: `${area}/ids-unique`,
      sentence: "Each answer has an id of its own.",
      requirements: [row],
      provenance: "upstream",
      level: "should",
      on: (call, memory) => (call.operation.operationId === operationId ? judgeId(call, memory, places) : undefined),
    }),
  ),
  {
    id: "chat/usage-sum",
    sentence: "The total of tokens is the sum of its parts, in plain replies and in streams.",
    requirements: ["R4.1"],
    provenance: "upstream",
    level: "should",
    // A plain reply's is judged by its own rule.
    after: ["chat/reply/usage-sum"],
    on: judgeUsage,
  },
  {
    id: "service/key-not-echoed",
    topic: "security",
    sentence: "No answer contains the key of its request.",
    requirements: ["R5.1"],
    provenance: "inferred",
    level: "should",
    on: judgeEcho,
  },
  {
    id: "service/streams-not-held-back",
    topic: "streams",
    sentence: "Streams arrive as they are written, not in blocks of a buffer.",
    requirements: ["R6.1"],
    provenance: "stated",
    level: "must",
    on: judgePages,
  },
  { ...cachingRule, on: judgeCached },
  ...["service/messages", "service/no-internals", "service/no-secrets", "service/rate-headers"].flatMap((id) =>
    rules.filter((rule) => rule.id === id).map(onEachAnswer),
  ),
  {
    id: "service/refused-calls",
    topic: "errors",
    sentence: `Of ${leastCalls} calls or more, at most ${mostRefused * 100} % are refused with 429, 502, 503 or 504.`,
    requirements: ["R8.1"],
    provenance: "inferred",
    level: "note",
    on: judgeRefusedShare,
  },
  {
    id: "account/history-explains-balance",
    sentence: "The balance falls by no more than the history shows.",
    requirements: ["R8.3", "R1.1"],
    // Entries may come late.
    provenance: "inferred",
    level: "note",
    on: judgeFall,
  },
];

function onEachAnswer(rule: Rule): TrafficRule {
  return { ...rule, on: ({ exchange, isPartial }) => (isPartial ? undefined : rule.judge([exchange])) };
}

/** Who cuts a stream in the middle of events holds it back; where it came all at once, the writer may have been quick. */
function judgePages({ exchange, isPartial }: RecordedCall): Verdict | undefined {
  const { reply, plan } = exchange;
  if (!plan.isStreamed || reply?.status !== 200 || isPartial) return undefined;
  return pageOf(exchange) === undefined ? pass : judgeNotHeldBack(exchange);
}

function judgeCached({ exchange, operation }: RecordedCall): Verdict | undefined {
  if (exchange.reply?.status !== 200 || !accountReads.includes(operation.operationId)) return undefined;
  return cachingRule.judge([{ ...exchange, plan: { ...exchange.plan, id: first.balance.id } }]);
}

const accountReads = ["getCurrentBalance", "getBalance", "listPointsHistory", "listUsageHistory"];

function judgeId(call: RecordedCall, memory: TrafficMemory, places: string[]): Verdict | undefined {
  const { operationId } = call.operation;
  if (call.exchange.reply?.status !== 200) return undefined;
  const [payload] = payloadsOf(call).filter((each) => each !== undefined);
  const id = places.map((pointer) => valueAt(payload, pointer)).find((value) => typeof value === "string");
  if (typeof id !== "string" || id === "") return undefined;
  const known = memory.ids.get(operationId) ?? new Map<string, string>();
  memory.ids.set(operationId, known);
  const before = known.get(id);
  known.set(id, call.record.id);
  const [oldest] = known.size > mostIds ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  if (before === undefined) return pass;
  return broken({ message: `Two answers have the id ${id}; the other is in exchange ${before}.`, pointer: "/id" });
}

function judgeUsage(call: RecordedCall): Verdict | undefined {
  if (call.operation.operationId !== "createChatCompletion") return undefined;
  const usage = payloadsOf(call)
    .map((payload) => valueAt(payload, "/usage"))
    .findLast((value) => typeof value === "object" && value !== null);
  return usage === undefined ? undefined : judgeUsageSum(usage, ["prompt_tokens", "completion_tokens"]);
}

/** Once keys are masked nobody can tell an echo, so that who records has to say. */
function judgeEcho({ exchange, record }: RecordedCall): Verdict | undefined {
  const { echoesKey } = record.notes ?? {};
  if (typeof echoesKey !== "boolean") return undefined;
  if (!echoesKey) return pass;
  return broken({ message: `The answer to ${exchange.plan.says} contains the key that was sent.`, expected: "no key" });
}

function judgeRefusedShare({ exchange }: RecordedCall, memory: TrafficMemory): Verdict | undefined {
  const status = exchange.reply?.status ?? 0;
  memory.calls += 1;
  if (forTheMoment.includes(status)) memory.refused += 1;
  if (memory.calls < leastCalls) return undefined;
  const share = memory.refused / memory.calls;
  if (share <= mostRefused || !forTheMoment.includes(status)) return pass;
  return broken({
    message: `${memory.refused} of ${memory.calls} calls were refused with 429, 502, 503 or 504; this one with ${status}.`,
    expected: `at most ${mostRefused * 100} %`,
    actual: `${Math.round(share * 100)} %`,
  });
}

/**
 * A fall between two readings is explained by a page of the history of the same account that reaches back to the first of them.
 * Keys may be of several accounts, and once they are masked the recorder has to tell them apart.
 */
function judgeFall(call: RecordedCall, memory: TrafficMemory): Verdict | undefined {
  const { operation, exchange, record } = call;
  const key = record.notes?.key;
  if (exchange.reply?.status !== 200 || (typeof key !== "number" && typeof key !== "string")) return undefined;
  const atMs = Date.parse(record.at);
  const points = balanceIn(exchange.reply);
  if (points !== undefined) {
    const reading = `${key} ${operation.operationId}`;
    const before = memory.balances.get(reading);
    memory.balances.set(reading, { points, atMs });
    if (before !== undefined && points < before.points) {
      const [by, fromMs] = [before.points - points, before.atMs];
      memory.falls.push({ key: String(key), by, fromMs, toMs: atMs, exchange: record.id });
    }
    memory.falls = memory.falls.slice(-20);
    return undefined;
  }
  if (!["listPointsHistory", "listUsageHistory"].includes(operation.operationId)) return undefined;
  // The second page has not the newest entries.
  if (/[?&]starting_after=/.test(record.request.target)) return undefined;
  const entries = entriesIn(exchange.reply);
  const times = entries.map((entry) => Number(valueAt(entry, "/creation_time")) / 1000);
  const fall = memory.falls.find((each) => each.key === String(key) && Math.min(...times) < each.fromMs);
  if (fall === undefined) return undefined;
  memory.falls = memory.falls.filter((each) => each !== fall);
  // A call that was answered before the first reading may be charged after it.
  const slackMs = 60_000;
  const cost = costOf(
    entries.filter((_, index) => (times[index] ?? 0) >= fall.fromMs - slackMs && (times[index] ?? 0) <= fall.toMs),
  );
  if (fall.by <= cost) return pass;
  return broken({
    message: `The balance fell by ${fall.by} points, but the history shows a cost of ${cost} for that time.`,
    expected: `at most ${cost}`,
    actual: String(fall.by),
  });
}
