import { valueAt } from "@model-access/contract";
import { judgeModel } from "../../checks/known-model.js";
import { judgeMessageWords } from "../../checks/message-words.js";
import { firstNotPassed } from "../../checks/text.js";
import { judgeUsageSum } from "../../checks/usage.js";
import { type Dialect, dialectOf } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { type Said, saidIn, sentIn } from "../../reading/said.js";
import { type Fault, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";
import { foreignReasons } from "../chat/reply.js";
import { listCall } from "../models/list.js";
import { rulesOnAllCalls } from "./all-calls.js";

/** A reply of a model, plain or streamed. */
interface Reply {
  exchange: Exchange;
  said: Said;
  sent: unknown;
  dialect: Dialect;
  list: Exchange | undefined;
}

/** Rules on all replies of models, whatever they were asked. Those on single calls come first: one fault is one finding. */
export const serviceReplyRules: Rule[] = rulesOnAllCalls(
  { requirements: ["R2.5"], provenance: "upstream" },
  {
    "usage-sums": {
      sentence: "each chat completion, plain or streamed, counts tokens that add up",
      requirements: ["R8.3"],
      after: ["chat/reply/usage-sum", "chat/stream-usage/usage"],
      // Messages have no total, and each response is judged on its own.
      judge: (all) =>
        judgeReplies(all, ({ said, dialect }) =>
          dialect.name === "chat"
            ? judgeUsageSum(said.usage, ["prompt_tokens", "completion_tokens"], { pointer: said.at.usage })
            : pass,
        ),
    },
    "reply-models": {
      sentence: "no reply names another model of the list than the one that was called",
      // A bot that passes calls on may name the model that it chose.
      provenance: "observed",
      requirements: ["R1.3", "R2.5"],
      after: ["chat/reply/model", "chat/stream/model"],
      judge: (all) => judgeReplies(all, ({ said, sent, list }) => judgeModel(valueAt(sent, "/model"), said, list)),
    },
    "finish-words": {
      sentence: "no chat completion, plain or streamed, says why it ended by a word of another interface",
      requirements: ["R4.1"],
      after: ["chat/reply/finish-word"],
      find: (exchange) =>
        isReply(exchange) && dialectOf(exchange.plan.operationId)?.name === "chat" && wrongWord(exchange),
    },
    "message-words": {
      sentence: "no message, plain or streamed, has a stop reason or a type of content that somebody made up",
      requirements: ["R2.12", "R2.13"],
      provenance: "stated",
      after: ["messages/reply/stop-reason", "messages/stream/stop-reason"],
      judge: (all) => firstNotPassed(all.filter(isMessage), judgeMessageWords),
    },
    "listed-models": {
      sentence: "a model of the list is not refused for a request that another one answers",
      requirements: ["R1.3", "R4.2"],
      // It may lack what the request has; the list tells little of that.
      provenance: "observed",
      find: ({ refusedModel }) => refusedModel !== undefined && isNotForKey(refusedModel) && unlike(refusedModel),
    },
  },
);

const isMessage = (exchange: Exchange) =>
  isReply(exchange) && dialectOf(exchange.plan.operationId)?.name === "messages";

const isReply = ({ plan, reply }: Exchange) => plan.isValid && reply?.status === 200;

/** Judges each reply until one is not as it has to be. */
function judgeReplies(all: Exchange[], judge: (reply: Reply) => Verdict): Verdict {
  const list = all.find(({ plan }) => plan.id === listCall.id);
  for (const exchange of all.filter(isReply)) {
    const dialect = dialectOf(exchange.plan.operationId);
    if (dialect === undefined) continue;
    const verdict = judge({ exchange, said: saidIn(exchange), sent: sentIn(exchange), dialect, list });
    if (verdict.outcome === "broken") return { ...verdict, finding: { exchange, ...verdict.finding } };
  }
  return pass;
}

function wrongWord(exchange: Exchange): Fault | undefined {
  const { finish, at } = saidIn(exchange);
  if (!foreignReasons.includes(String(finish))) return undefined;
  const message = `${exchange.plan.says} ended with ${JSON.stringify(finish)}, which is a word of another interface.`;
  return { message, expected: "stop, length, tool_calls or content_filter", actual: finish, pointer: at.finish };
}

/** The list may have models that the key may not call. */
const isNotForKey = ({ reply }: Exchange) => reply?.status !== 403;

function unlike(refused: Exchange): Fault {
  const { plan, reply } = refused;
  const model = String(valueAt(sentIn(refused), "/model"));
  const code = reply && valueAt(jsonOf(reply)?.value, "/error/code");
  const isUnknown = reply?.status === 404 || code === "model_not_found" || Number(reply?.status) >= 500;
  return {
    message: `${plan.says} is answered with ${reply?.status} by ${model}, which the list has, and with 200 by another model.`,
    expected: 200,
    actual: reply?.status,
    exchange: refused,
    ...(!isUnknown && { provenance: "inferred" as const }),
  };
}
