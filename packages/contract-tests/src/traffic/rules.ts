// The rules that need no call of their own, in one list: judging goes through it for each exchange.
import { type Provenance, responseOf, validateRequestBody, valueAt } from "@model-access/contract";
import { cachingRule } from "../areas/account/caching.js";
import { first } from "../areas/account/readings.js";
import { exchanges, rules } from "../areas.js";
import { judgeNotHeldBack, pageOf } from "../checks/buffering.js";
import { provenanceOf } from "../checks/provenance.js";
import { type ErrorForm, errorsOf, formOf } from "../checks/reasons.js";
import { judgeMembers, judgeNamed, judgeRetryAfter } from "../checks/refusal-rules.js";
import { judgeBody, judgeMediaType } from "../checks/reply.js";
import { judgeUsageSum } from "../checks/token-counts.js";
import { balanceIn, costOf, entriesIn } from "../reading/account-reading.js";
import { broken, type Fault, levelOf, pass, passIf, type Rule, type Verdict } from "../rule.js";
import type { Topic } from "../topic.js";
import { headerOf, jsonOf } from "../wire/wire.js";
import { payloadsOf, type RecordedCall } from "./read-record.js";

/** The memory from one exchange to the next. */
export interface TrafficMemory {
  /** The ids that answers had, each with the exchange that it came in; by operation. The oldest are forgotten. */
  ids: Map<string, Map<string, string>>;
  modelList?: unknown;
  /** The last balance of each key and way to ask for it, and when it was told. */
  balances: Map<string, { points: number; atMs: number }>;
  /** Falls of a balance that no history has explained yet. */
  falls: { key: string; by: number; fromMs: number; toMs: number; exchange: string }[];
  /** The number of calls, and of those that were refused for the moment. */
  calls: number;
  refused: number;
}

export const createTrafficMemory = (): TrafficMemory => ({
  ids: new Map(),
  balances: new Map(),
  falls: [],
  calls: 0,
  refused: 0,
});

/** Judges one exchange; undefined where the rule is not about it. */
type On = (call: RecordedCall, memory: TrafficMemory) => Verdict | undefined;

/** A rule on what others sent. It makes no call of its own. */
export interface TrafficRule extends Omit<Rule, "exchanges" | "judge" | "takesMissing" | "readsAll"> {
  on: On;
}

type About = { requirements: string[]; provenance: Provenance; topic?: Topic; after?: string };

const rule = (id: string, sentence: string, about: About, on: On): TrafficRule => ({
  ...{ id, sentence, level: levelOf(about.provenance), ...about },
  on,
});

/** Judges whole answers of an operation that are what was asked for. */
const onAnswers =
  (isMeant: (operationId: string) => boolean, judge: (call: RecordedCall) => Verdict | undefined): On =>
  (call) =>
    call.exchange.reply?.status === 200 && !call.isPartial && isMeant(call.operation.operationId)
      ? judge(call)
      : undefined;

const ruleOfRun = (id: string): Rule[] => rules.filter((each) => each.id === id);

/** The rules of a run that hold for every answer of their operation; an upload is judged by less. */
const ofOperations = rules.flatMap((rule) => {
  const plan = rule.everywhere && exchanges.find(({ id }) => id === rule.exchanges[0]);
  return plan?.isValid && plan.operationId !== "uploadFile" ? [{ rule, plan }] : [];
});

const judged = new Set(["uploadFile", "downloadVideoContent", ...ofOperations.map(({ plan }) => plan.operationId)]);

/** The rules on whole answers, as a run has them: shapes, statuses, headers, the grammar of streams, sums. */
const replyRules: TrafficRule[] = [
  ...ofOperations.map(
    ({ rule, plan }): TrafficRule => ({
      ...rule,
      on({ operation, exchange, isPartial }) {
        if (operation.operationId !== plan.operationId || exchange.reply?.status !== 200) return undefined;
        if (exchange.plan.isStreamed !== plan.isStreamed || (isPartial && rule.everywhere !== "head")) return undefined;
        return rule.judge([{ ...exchange, plan: { ...exchange.plan, id: plan.id } }]);
      },
    }),
  ),
  ...ruleOfRun("service/message-words").map(
    (rule): TrafficRule => ({
      ...rule,
      on: onAnswers(
        (id) => id === "createMessage",
        ({ exchange }) => rule.judge([exchange]),
      ),
    }),
  ),
  rule(
    "files/uploaded/schema",
    "The answer to an upload has the shape of the contract.",
    { requirements: ["R4.10"], provenance: "inferred" },
    onAnswers(
      (id) => id === "uploadFile",
      ({ exchange }) => judgeBody(exchange),
    ),
  ),
  rule(
    "service/other-replies/schema",
    "The answer of an operation that has no rules of its own has the shape of the contract.",
    { requirements: [], provenance: "stated" },
    onAnswers(
      (id) => !judged.has(id),
      ({ exchange }) => judgeBody(exchange),
    ),
  ),
];

/** Statuses beside the documented ones that servers and gateways are known to answer with. */
const known = [204, 206, 304, 404, 405, 406, 408, 411, 413, 414, 415, 431, 499, 500, 501, 502, 503, 504, 529];

/** The statement that names the errors of a status, in each form: Part 7.2, and for messages Part 4.5. */
const naming: Record<ErrorForm, Record<number, string>> = {
  service: { 401: "R7.2", 402: "R7.7", 429: "R7.6", 500: "R7.8", 503: "R7.8" },
  messages: { 400: "R4.7", 401: "R4.7", 429: "R4.7" },
};

/** The body of a 403 is not stated (R7.12), and a path that a deployment does not have is answered by what stands before it. */
const unstated = [403, 404, 405, 501];

/** The statuses of the specification's table of errors. It says of all other errors, too, that they are JSON. */
const tabled = [400, 401, 402, 429, 500, 503];

const isRefused = ({ exchange }: RecordedCall) => {
  const status = exchange.reply?.status ?? 0;
  return status >= 400 && !unstated.includes(status);
};

const weightOf = ({ exchange }: RecordedCall) =>
  tabled.includes(exchange.reply?.status ?? 0) ? undefined : ("observed" as const);

const [mediaType, members] = ["service/refusals/media-type", "service/refusals/members"] as const;

/** The rules on every refusal, whatever it was for: the error table of the specification, and what errors have to carry. */
const refusalRules: TrafficRule[] = [
  rule(
    "service/refusals/status",
    "Every answer has one of the documented statuses.",
    { topic: "errors", requirements: ["R7.1"], provenance: "observed" },
    ({ operation, exchange: { reply, plan } }) => {
      const actual = reply?.status ?? 0;
      if (responseOf(operation.operationId, actual) !== undefined || known.includes(actual)) return pass;
      const location = (reply && headerOf(reply, "location")) ?? "nowhere";
      const where = actual >= 300 && actual < 400 ? ` to ${location}` : "";
      const message = `${plan.says} answered ${actual}${where}, which is not a documented status.`;
      return broken({ message, expected: Object.keys(operation.responses).join(", "), actual });
    },
  ),
  rule(
    mediaType,
    "Every refusal is JSON.",
    { topic: "errors", requirements: ["R2.14"], provenance: "stated" },
    (call) => (isRefused(call) ? judgeMediaType(call.exchange, "application/json", weightOf(call)) : undefined),
  ),
  rule(
    members,
    "Every error has message, type and code, all strings; errors of the messages interface need no code.",
    { topic: "errors", requirements: ["R2.14"], provenance: "stated", after: mediaType },
    (call) => (isRefused(call) && !call.isPartial ? judgeMembers(call.exchange, weightOf(call)) : undefined),
  ),
  rule(
    "service/refusals/name",
    "Every error has the type and the code that belong to its status.",
    {
      topic: "errors",
      requirements: ["R7.2", "R7.6", "R7.7", "R7.8", "R4.7"],
      provenance: "stated",
      after: members,
    },
    ({ exchange, operation: { operationId }, isPartial }) => {
      const status = exchange.reply?.status ?? 0;
      const requirement = naming[formOf(operationId)][status];
      const named = errorsOf(operationId).find((each) => each.status === status);
      if (requirement === undefined || named === undefined || isPartial) return undefined;
      // The table speaks of a key that is wrong; of one that is missing it says the status only.
      const hasKey = Object.values(exchange.request.headers).some((value) => value.includes("[key]"));
      const weight = status === 401 && !hasKey ? { provenance: "inferred" as const } : {};
      return judgeNamed(exchange, named, { requirement, ...weight });
    },
  ),
  rule(
    "service/refusals/schema",
    "Every error body has the shape of the contract.",
    { topic: "errors", requirements: ["R2.14", "R7.11"], provenance: "stated", after: members },
    (call) => (isRefused(call) && !call.isPartial ? judgeBody(call.exchange) : undefined),
  ),
  rule(
    "service/refusals/retry-after",
    "Every 429 says in Retry-After how many seconds to wait.",
    { topic: "errors", requirements: ["R7.9"], provenance: "stated" },
    ({ exchange }) => (exchange.reply?.status === 429 ? judgeRetryAfter(exchange, exchange.reply) : undefined),
  ),
  // Only what the specification itself refuses is held against an answer.
  rule(
    "service/refusals/accepted",
    "Every request that the specification forbids is refused.",
    { topic: "errors", requirements: ["R7.4", "R7.5", "R8.2"], provenance: "stated" },
    ({ operation: { operationId, body }, exchange: { reply, plan }, sent }) => {
      if (reply?.status !== 200 || sent === undefined || body?.mediaTypes["application/json"] === undefined)
        return undefined;
      const violations = validateRequestBody(operationId, "application/json", sent);
      const stated = violations.find((each) => provenanceOf(each) === "stated");
      if (stated === undefined || jsonOf(reply)?.value === null) return pass;
      const message = `${plan.says} answered 200 although the request is invalid: ${stated.message}`;
      return broken({ message, expected: 400, actual: 200, pointer: stated.pointer });
    },
  ),
];

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

const accountReads = ["getCurrentBalance", "getBalance", "listPointsHistory", "listUsageHistory"];

/** Rules that compare an exchange with those before it, and rules of a run on anything that is answered. */
const acrossRules: TrafficRule[] = [
  ...ids.map(({ area, row, operationId, places }) =>
    rule(
      `${area}/ids-unique`,
      "Each answer has an id of its own.",
      { requirements: [row], provenance: "upstream" },
      (call, memory) => (call.operation.operationId === operationId ? judgeId(call, memory, places) : undefined),
    ),
  ),
  rule(
    "chat/usage-sum",
    "The total of tokens is the sum of its parts, in plain replies and in streams.",
    // A plain reply's is judged by its own rule.
    { requirements: ["R4.1"], provenance: "upstream", after: "chat/reply/usage-sum" },
    (call) => {
      if (call.operation.operationId !== "createChatCompletion") return undefined;
      const usage = payloadsOf(call)
        .map((payload) => valueAt(payload, "/usage"))
        .findLast((value) => typeof value === "object" && value !== null);
      return usage === undefined ? undefined : judgeUsageSum(usage, ["prompt_tokens", "completion_tokens"]);
    },
  ),
  // Once keys are masked nobody can tell an echo, so that who records has to say.
  ...ruleOfRun("service/key-not-echoed").map(
    (rule): TrafficRule => ({
      ...rule,
      on: ({ exchange, record }) => {
        const { echoesKey } = record.notes ?? {};
        const message = `The answer to ${exchange.plan.says} contains the key that was sent.`;
        return typeof echoesKey === "boolean" ? passIf(!echoesKey, { message, expected: "no key" }) : undefined;
      },
    }),
  ),
  // Who cuts a stream in the middle of events holds it back; where it came all at once, the writer may have been quick.
  rule(
    "service/streams-not-held-back",
    "Streams arrive as they are written, not in blocks of a buffer.",
    { topic: "streams", requirements: ["R6.1"], provenance: "stated" },
    ({ exchange, isPartial }) => {
      if (!exchange.plan.isStreamed || exchange.reply?.status !== 200 || isPartial) return undefined;
      return pageOf(exchange) === undefined ? pass : judgeNotHeldBack(exchange);
    },
  ),
  {
    ...cachingRule,
    on: ({ exchange, operation }) =>
      exchange.reply?.status === 200 && accountReads.includes(operation.operationId)
        ? cachingRule.judge([{ ...exchange, plan: { ...exchange.plan, id: first.balance.id } }])
        : undefined,
  },
  ...["service/messages", "service/no-internals", "service/no-secrets", "service/rate-headers"].flatMap(ruleOfRun).map(
    (rule): TrafficRule => ({
      ...rule,
      on: ({ exchange, isPartial }) => (isPartial ? undefined : rule.judge([exchange])),
    }),
  ),
  rule(
    "service/refused-calls",
    `Of ${leastCalls} calls or more, at most ${mostRefused * 100} % are refused with 429, 502, 503 or 504.`,
    { topic: "errors", requirements: ["R8.1"], provenance: "inferred" },
    ({ exchange }, memory) => {
      const status = exchange.reply?.status ?? 0;
      memory.calls += 1;
      if (forTheMoment.includes(status)) memory.refused += 1;
      if (memory.calls < leastCalls) return undefined;
      const share = memory.refused / memory.calls;
      const message = `${memory.refused} of ${memory.calls} calls were refused with 429, 502, 503 or 504; this one with ${status}.`;
      const fault: Fault = {
        message,
        expected: `at most ${mostRefused * 100} %`,
        actual: `${Math.round(share * 100)} %`,
      };
      return passIf(share <= mostRefused || !forTheMoment.includes(status), fault);
    },
  ),
  rule(
    "account/history-explains-balance",
    "The balance falls by no more than the history shows.",
    // Entries may come late.
    { requirements: ["R8.3", "R1.1"], provenance: "inferred" },
    judgeFall,
  ),
];

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
  const message = `Two answers have the id ${id}; the other is in exchange ${before}.`;
  return passIf(before === undefined, { message, pointer: "/id" });
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
  const times = entries.map(({ creation_time }) => Number(creation_time) / 1000);
  const fall = memory.falls.find((each) => each.key === String(key) && Math.min(...times) < each.fromMs);
  if (fall === undefined) return undefined;
  memory.falls = memory.falls.filter((each) => each !== fall);
  // A call that was answered before the first reading may be charged after it.
  const slackMs = 60_000;
  const cost = costOf(
    entries.filter((_, index) => (times[index] ?? 0) >= fall.fromMs - slackMs && (times[index] ?? 0) <= fall.toMs),
  );
  const message = `The balance fell by ${fall.by} points, but the history shows a cost of ${cost} for that time.`;
  return passIf(fall.by <= cost, { message, expected: `at most ${cost}`, actual: fall.by });
}

export const trafficRules: TrafficRule[] = [...replyRules, ...refusalRules, ...acrossRules];
