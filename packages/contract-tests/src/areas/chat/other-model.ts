import { valueAt } from "@model-access/contract";
import { type Find, ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { chooseModel, recordsOf } from "../../reading/choose-model.js";
import { lateChatCall } from "../../requests/chat-request.js";
import { question, shortAnswer } from "../../requests/short-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";

export const otherModelCall: ExchangePlan = lateChatCall({
  priority: 20,
  id: "chat/other-model",
  says: "a chat completion of another model of the list",
  needs: ["chat/reply"],
  write: (facts) => {
    const model = otherModel(facts);
    return model === undefined
      ? { because: "the model list has one text model only", isNeedless: true }
      : { json: { model, messages: [{ role: "user", content: question }], max_tokens: shortAnswer } };
  },
});

/** Another model of the list. */
export const otherModelCalls: ExchangePlan[] = [otherModelCall];

/** A call of another model differs in the model. */
export const otherModelRules: Rule[] = [
  {
    ...ruleOn(otherModelCall, {
      name: "status",
      sentence: "a chat completion of another model of the list is answered with status 200",
      requirements: ["R1.3", "R4.2"],
      // What is listed may be more than what the key may call.
      provenance: "observed",
      judge: (exchange) =>
        exchange.reply?.status === 403
          ? { outcome: "skip", reason: "The key may not call another model of the list." }
          : judgeStatus(exchange, 200),
    }),
    after: "chat/reply/status",
  },
  ruleOnExchanges({
    id: "chat/other-model/model",
    sentence: "A chat completion of another model does not name the first one.",
    requirements: ["R2.5", "R1.3"],
    // A bot that passes calls on may name the model that it chose.
    provenance: "inferred",
    exchanges: ["chat/other-model", "chat/reply"],
    after: ["chat/other-model/status", "chat/reply/model"],
    judge: judgeOtherModel,
  }),
];

/** The cheapest text model of the list beside the one that all other calls have. */
function otherModel({ modelList, modelFor }: Facts): string | undefined {
  const data = recordsOf(modelList).filter((model) => valueAt(model, "/id") !== modelFor("chat"));
  return chooseModel({ data }, "chat");
}

function judgeOtherModel(find: Find): Verdict {
  const [other, first] = [find("chat/other-model"), find("chat/reply")];
  const asked = valueAt(JSON.parse(first?.request.body ?? "null"), "/model");
  const [actual, before] = [other, first].map((each) => valueAt(bodyOf(each?.reply), "/model"));
  if (actual !== asked || before !== asked) return pass;
  const expected = String(valueAt(JSON.parse(other?.request.body ?? "null"), "/model"));
  const message = `The reply of ${expected} names ${String(actual)}, which another call had.`;
  return broken({ message, expected, actual: String(actual), pointer: "/model" });
}
