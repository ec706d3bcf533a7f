import { valueAt } from "@model-access/contract";
import { bodyOf } from "../../checks/reply.js";
import { dialects } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { recordNamed } from "../../reading/choose-model.js";
import { sentIn } from "../../reading/said.js";
import { broken, pass, type Verdict } from "../../rule.js";
import { textOf } from "../../wire/wire.js";
import { customParameters, stopCall } from "../chat/stop.js";
import { listCall } from "../models/list.js";
import { rulesOnAllCalls } from "./all-calls.js";

/**
 * The rule that chat completions carry no custom parameters (R1.9): a request with a budget for thinking is refused for it, or
 * answered like the others of its model. Nothing else that a parameter does can be told from what a model does by itself.
 */
export const customParameterRules = rulesOnAllCalls(
  { requirements: ["R1.9"], provenance: "stated" },
  {
    "custom-parameters": {
      sentence: "a chat completion with a budget for thinking is refused, or thinks no more than one without",
      after: ["chat/stop/custom-parameters"],
      judge: judgeCustomParameters,
    },
  },
);

function judgeCustomParameters(all: Exchange[]): Verdict {
  const exchange = all.find(({ plan }) => plan.id === stopCall.id);
  if (exchange?.reply === undefined)
    return { outcome: "skip", reason: "No chat completion with custom parameters was answered." };
  if (exchange.reply.status !== 200) return judgeRefusal(textOf(exchange.reply));
  const model = valueAt(sentIn(exchange), "/model");
  const others = all.filter(
    (other) => other !== exchange && isReply(other) && valueAt(sentIn(other), "/model") === model,
  );
  const list = bodyOf(all.find(({ plan }) => plan.id === listCall.id)?.reply);
  const mayThink = valueAt(recordNamed(list, model), "/reasoning") ?? undefined;
  const isAlone = others.length > 0 && !others.some(hasThought);
  if (hasThought(exchange) && isAlone)
    return broken({
      message: `${stopCall.says} has reasoning, and no other chat completion of ${model} has: thinking_budget had an effect.`,
      expected: "no reasoning",
      actual: "reasoning",
      pointer: dialects.chat.reasoningAt ?? "",
      exchange,
      // A model may think once and not the next time.
      provenance: "inferred",
    });
  if (!hasThought(exchange) && mayThink !== undefined) return pass;
  return untold(
    "They were accepted, and a model that may reason, and reasons by itself or not at all, doesn't show it.",
  );
}

/** A refusal may be about any member of the request. */
const judgeRefusal = (said: string): Verdict =>
  Object.keys(customParameters).some((name) => said.includes(name))
    ? pass
    : untold("The request was refused, and the answer names none of them.");

const untold = (why: string): Verdict => ({
  outcome: "skip",
  reason: `Whether custom parameters have an effect can't be told. ${why}`,
  needs: "a refusal that names a custom parameter, or a listed model that reasons if it is asked to",
});

const isReply = ({ plan, reply }: Exchange) =>
  plan.operationId === dialects.chat.operationId && plan.isStreamed !== true && reply?.status === 200;

function hasThought({ reply }: Exchange): boolean {
  const body = bodyOf(reply);
  const message = valueAt(body, "/choices/0/message");
  const texts = ["/reasoning_content", "/reasoning"].map((pointer) => valueAt(message, pointer));
  return (
    Number(valueAt(body, dialects.chat.reasoningAt ?? "")) > 0 || texts.some((text) => text != null && text !== "")
  );
}
