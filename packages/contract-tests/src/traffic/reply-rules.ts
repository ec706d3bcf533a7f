import { exchanges, rules } from "../areas.js";
import { judgeMessageWords } from "../checks/message-words.js";
import { judgeBody } from "../checks/reply.js";
import type { ExchangePlan } from "../exchange.js";
import type { Rule } from "../rule.js";
import type { TrafficRule } from "./traffic-rule.js";

/** The rules of a run that hold for every answer of their operation; an upload is judged by less. */
const ofOperations = rules.flatMap((rule) => {
  const plan = rule.everywhere && exchanges.find(({ id }) => id === rule.exchanges[0]);
  return plan?.isValid && plan.operationId !== "uploadFile" ? [{ rule, plan }] : [];
});

const judged = new Set(["uploadFile", "downloadVideoContent", ...ofOperations.map(({ plan }) => plan.operationId)]);

/** The rules on whole answers, as a run has them: shapes, statuses, headers, the grammar of streams, sums. */
export const replyTrafficRules: TrafficRule[] = [
  ...ofOperations.map(ofRun),
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
      judged.has(operation.operationId) || exchange.reply?.status !== 200 || isPartial
        ? undefined
        : judgeBody(exchange),
  },
];

function ofRun({ rule, plan }: { rule: Rule; plan: ExchangePlan }): TrafficRule {
  return {
    ...rule,
    on({ operation, exchange, isPartial }) {
      if (operation.operationId !== plan.operationId || exchange.reply?.status !== 200) return undefined;
      if (exchange.plan.isStreamed !== plan.isStreamed || (isPartial && rule.everywhere !== "head")) return undefined;
      return rule.judge([{ ...exchange, plan: { ...exchange.plan, id: plan.id } }]);
    },
  };
}
