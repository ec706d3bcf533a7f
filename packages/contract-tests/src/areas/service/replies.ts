import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { judgeModel } from "../../checks/known-model.js";
import { judgeMessageWords } from "../../checks/message-words.js";
import { bodyOf } from "../../checks/reply.js";
import { firstNotPassed } from "../../checks/text.js";
import { judgeUsageSum } from "../../checks/token-counts.js";
import { type DialectName, dialectOf, dialects } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { recordNamed } from "../../reading/choose-model.js";
import { saidIn, sentIn } from "../../reading/said.js";
import { skip, story } from "../../story.js";
import { textOf } from "../../wire/wire.js";
import { foreignReasons } from "../chat/reply.js";
import { customParameters, stopCall } from "../chat/stop.js";
import { listCall } from "../models/list.js";
import { inEach } from "./all-calls.js";

const told = story("service", { requirements: ["R2.5"], provenance: "upstream" });
const { all } = told;

/** All replies of models, whatever they were asked. Rules on single calls come first: one fault is one finding. */
export const repliesTopic: Topic = told;

const isReply = ({ plan, reply }: Exchange, name?: DialectName) => {
  const dialect = dialectOf(plan.operationId);
  return plan.isValid && reply?.status === 200 && dialect !== undefined && (name ?? dialect.name) === dialect.name;
};

const listIn = (all: Exchange[]) => all.find(({ plan }) => plan.id === listCall.id);

// Messages have no total, and each response is judged on its own.
all(
  "usage-sums",
  "each chat completion, plain or streamed, counts tokens that add up",
  { requirements: ["R8.3"], after: ["chat/reply/usage-sum", "chat/stream-usage/usage"] },
  inEach((exchange) => {
    if (!isReply(exchange, "chat")) return undefined;
    const { usage, at } = saidIn(exchange);
    return judgeUsageSum(usage, ["prompt_tokens", "completion_tokens"], { pointer: at.usage });
  }),
);

all(
  "reply-models",
  "no reply names another model of the list than the one that was called",
  // A bot that passes calls on may name the model that it chose.
  {
    provenance: "observed",
    requirements: ["R1.3", "R2.5"],
    after: ["chat/reply/model", "chat/stream/model"],
  },
  inEach(
    (exchange, all) =>
      isReply(exchange) && judgeModel(valueAt(sentIn(exchange), "/model"), saidIn(exchange), listIn(all)),
  ),
);

all(
  "finish-words",
  "no chat completion, plain or streamed, says why it ended by a word of another interface",
  { requirements: ["R4.1"], after: ["chat/reply/finish-word"] },
  inEach((exchange) => {
    if (!isReply(exchange, "chat")) return undefined;
    const { finish, at } = saidIn(exchange);
    const message = `${exchange.plan.says} ended with ${JSON.stringify(finish)}, which is a word of another interface.`;
    const expected = "stop, length, tool_calls or content_filter";
    return foreignReasons.includes(String(finish)) && { message, expected, actual: finish, pointer: at.finish };
  }),
);

all(
  "message-words",
  "no message, plain or streamed, has a stop reason or a type of content that somebody made up",
  {
    requirements: ["R2.12", "R2.13"],
    provenance: "stated",
    after: ["messages/reply/stop-reason", "messages/stream/stop-reason"],
  },
  (all) =>
    firstNotPassed(
      all.filter((each) => isReply(each, "messages")),
      judgeMessageWords,
    ),
);

all(
  "listed-models",
  "a model of the list is not refused for a request that another one answers",
  // It may lack what the request has; the list tells little of that.
  { requirements: ["R2.7", "R1.3", "R4.2"], provenance: "observed" },
  inEach(({ refusedModel }) => {
    const { plan, reply } = refusedModel ?? {};
    // The list may have models that the key may not call.
    if (refusedModel === undefined || reply?.status === 403) return undefined;
    const model = String(valueAt(sentIn(refusedModel), "/model"));
    const code = valueAt(bodyOf(reply), "/error/code");
    const isUnknown = reply?.status === 404 || code === "model_not_found" || Number(reply?.status) >= 500;
    return {
      message: `${plan?.says} is answered with ${reply?.status} by ${model}, which the list has, and with 200 by another model.`,
      expected: 200,
      actual: reply?.status,
      exchange: refusedModel,
      ...(!isUnknown && { provenance: "inferred" }),
    };
  }),
);

// Chat completions carry no custom parameters (R1.9): a request with a budget for thinking is refused for it, or answered like
// the others of its model. Nothing else that a parameter does can be told from what a model does by itself.
all(
  "custom-parameters",
  "a chat completion with a budget for thinking is refused, or thinks no more than one without",
  { requirements: ["R1.9"], provenance: "stated", after: ["chat/stop/custom-parameters"] },
  (all) => {
    const exchange = all.find(({ plan }) => plan.id === stopCall.id);
    if (exchange?.reply === undefined) return skip("No chat completion with custom parameters was answered.");
    // A refusal may be about any member of the request.
    const refusal = exchange.reply.status === 200 ? undefined : textOf(exchange.reply);
    if (refusal !== undefined)
      return Object.keys(customParameters).some((name) => refusal.includes(name))
        ? undefined
        : untold("The request was refused, and the answer names none of them.");
    const model = valueAt(sentIn(exchange), "/model");
    const others = all.filter(
      (other) =>
        other !== exchange &&
        other.plan.operationId === dialects.chat.operationId &&
        other.plan.isStreamed !== true &&
        other.reply?.status === 200 &&
        valueAt(sentIn(other), "/model") === model,
    );
    const mayThink = valueAt(recordNamed(bodyOf(listIn(all)?.reply), model), "/reasoning") ?? undefined;
    const isAlone = others.length > 0 && !others.some(hasThought);
    if (hasThought(exchange) && isAlone)
      return {
        message: `${stopCall.says} has reasoning, and no other chat completion of ${model} has: thinking_budget had an effect.`,
        expected: "no reasoning",
        actual: "reasoning",
        pointer: dialects.chat.reasoningAt ?? "",
        exchange,
        // A model may think once and not the next time.
        provenance: "inferred",
      };
    if (!hasThought(exchange) && mayThink !== undefined) return undefined;
    return untold(
      "They were accepted, and a model that may reason, and reasons by itself or not at all, doesn't show it.",
    );
  },
);

const untold = (why: string) =>
  skip(
    `Whether custom parameters have an effect can't be told. ${why}`,
    "a refusal that names a custom parameter, or a listed model that reasons if it is asked to",
  );

function hasThought({ reply }: Exchange): boolean {
  const message = valueAt(bodyOf(reply), "/choices/0/message");
  const texts = ["/reasoning_content", "/reasoning"].map((pointer) => valueAt(message, pointer));
  const count = Number(valueAt(bodyOf(reply), dialects.chat.reasoningAt ?? ""));
  return count > 0 || texts.some((text) => text != null && text !== "");
}
