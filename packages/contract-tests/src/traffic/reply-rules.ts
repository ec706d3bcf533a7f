import { exchanges, rules } from "../areas.js";
import { judgeMessageWords } from "../checks/message-words.js";
import { judgeBody } from "../checks/reply.js";
import type { Rule } from "../rule.js";
import type { RecordedCall } from "./read-record.js";
import type { TrafficRule } from "./traffic-rule.js";

/** The call of a run whose rules fit a recorded answer, by operation. */
const likeCalls: Record<string, { plain?: string; streamed?: string }> = {
  createChatCompletion: { plain: "chat/reply", streamed: "chat/stream" },
  createMessage: { plain: "messages/reply", streamed: "messages/stream" },
  createResponse: { plain: "responses/reply", streamed: "responses/stream" },
  queryBot: { streamed: "bots/stream" },
  listModels: { plain: "models/list" },
  getCurrentBalance: { plain: "account/current-balance" },
  listPointsHistory: { plain: "account/points-history" },
  getBalance: { plain: "account/balance" },
  listUsageHistory: { plain: "account/usage-history" },
  createVideo: { plain: "videos/created" },
  retrieveVideo: { plain: "videos/finished" },
  remixVideo: { plain: "videos/remixed" },
  extendVideo: { plain: "videos/extended" },
  downloadVideoContent: {},
  uploadFile: {},
};

/** The rules of a run that hold for every answer, whatever was asked for; by the last part of their ids. */
const holdForAll = new Set(
  "media-type headers usable pricing schema whole bytes json event-line order identity adds-up complete ends-with-done no-done nothing-after-end role ids-unique prices usage-sum".split(
    " ",
  ),
);

/** The rules on whole answers, as a run has them: shapes, statuses, headers, the grammar of streams, sums. */
export const replyTrafficRules: TrafficRule[] = [
  ...Object.entries(likeCalls).flatMap(([operationId, { plain, streamed }]) =>
    [plain, streamed]
      .flatMap((id) => (id === undefined ? [] : rules.filter((rule) => isAlone(rule, id))))
      .map((rule) => ofRun(rule, operationId)),
  ),
  {
    id: "service/message-words",
    sentence: "No message, plain or streamed, has a stop reason or a type of content that somebody made up.",
    requirements: ["R2.12", "R2.13"],
    provenance: "stated",
    level: "must",
    on: ({ operation, exchange, isPartial }) =>
      operation.operationId !== "createMessage" || exchange.reply?.status !== 200 || isPartial
        ? undefined
        : judgeMessageWords(exchange),
  },
  {
    id: "files/uploaded/schema",
    sentence: "The answer to an upload has the shape of the contract.",
    requirements: ["R4.10"],
    provenance: "inferred",
    level: "note",
    on: ({ operation, exchange, isPartial }) =>
      operation.operationId !== "uploadFile" || exchange.reply?.status !== 200 || isPartial
        ? undefined
        : judgeBody(exchange),
  },
  {
    id: "service/other-replies/schema",
    sentence: "The answer of an operation that has no rules of its own has the shape of the contract.",
    requirements: [],
    provenance: "stated",
    level: "must",
    on: ({ operation, exchange, isPartial }) =>
      likeCalls[operation.operationId] !== undefined || exchange.reply?.status !== 200 || isPartial
        ? undefined
        : judgeBody(exchange),
  },
];

function isAlone({ id, exchanges: reads, readsAll }: Rule, call: string): boolean {
  return reads.length === 1 && reads[0] === call && !readsAll && holdForAll.has(id.slice(call.length + 1));
}

/** Of what was not kept whole, only what comes first is judged. */
const ofHead = /\/(media-type|headers)$/;

function ofRun(rule: Rule, operationId: string): TrafficRule {
  const [id = ""] = rule.exchanges;
  const plan = exchanges.find((each) => each.id === id);
  return {
    ...rule,
    on(call) {
      if (call.operation.operationId !== operationId || likeCall(call) !== id || plan === undefined) return undefined;
      if (call.isPartial && !ofHead.test(rule.id)) return undefined;
      return rule.judge([{ ...call.exchange, plan: { ...call.exchange.plan, id } }]);
    },
  };
}

/** The call of a run that an answered one is like; none for a refusal. */
function likeCall({ operation, exchange }: RecordedCall): string | undefined {
  const like = likeCalls[operation.operationId];
  if (exchange.reply?.status !== 200) return undefined;
  return exchange.plan.isStreamed ? like?.streamed : like?.plain;
}
