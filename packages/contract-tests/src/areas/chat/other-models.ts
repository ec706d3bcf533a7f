import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import { rule, rulesOn } from "../../checks/define-rule.js";
import { judgeStatus } from "../../checks/reply.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { balanceIn } from "../../reading/account-reading.js";
import { chooseMediaModel, chooseOtherModel } from "../../reading/choose-model.js";
import { saidIn, sentIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { broken, pass } from "../../rule.js";
import { askForLines, mostForLines, replyCall } from "./reply.js";

export const otherModelCall: ExchangePlan = billedCall("chat", {
  priority: 20,
  id: "chat/other-model",
  says: "a chat completion of another model of the list",
  needs: ["chat/reply"],
  model: { of: otherModel, without: { because: "the model list has one text model only", isNeedless: true } },
  json: (model) => ({ ...askForLines(model), max_tokens: mostForLines }),
});

const mediaCall = billedCall("chat", {
  id: "chat/media",
  says: "a chat completion of a bot that makes pictures or sound",
  allow: "dear",
  model: {
    of: ({ modelList }) => chooseMediaModel(modelList),
    without: { because: "the model list has no bot that makes pictures or sound", isNeedless: true },
  },
  json: (model) => ({ model, messages: [{ role: "user", content: "A small red circle." }], stream: false }),
});

const about = { requirements: ["R1.12"], provenance: "observed", after: "chat/reply/status" } as const;

export const otherModelsTopic: Topic = {
  exchanges: [otherModelCall, mediaCall],
  rules: [
    ...answerRules(otherModelCall, {
      requirements: ["R1.3", "R4.2"],
      // What is listed may be more than what the key may call.
      provenance: "observed",
      after: "chat/reply/status",
      judge: (exchange) =>
        exchange.reply?.status === 403
          ? { outcome: "skip", reason: "The key may not call another model of the list." }
          : judgeStatus(exchange, 200),
    }),
    rule(otherModelCall, "model", {
      sentence: "a chat completion of another model does not name the first one",
      requirements: ["R2.5", "R1.3"],
      // A bot that passes calls on may name the model that it chose.
      provenance: "inferred",
      reads: { otherModelCall, replyCall },
      after: ["status", "chat/reply/model"],
      judge: (read) => {
        const [expected, asked] = [read.otherModelCall, read.replyCall].map((each) => valueAt(sentIn(each), "/model"));
        const [actual, before] = [saidIn(read.otherModelCall).model, saidIn(read.replyCall).model];
        if (actual !== asked || before !== asked) return pass;
        const message = `The reply of ${String(expected)} names ${String(actual)}, which another call had.`;
        return broken({ message, expected: String(expected), actual: String(actual), pointer: "/model" });
      },
    }),
    ...rulesOn(mediaCall, about, {
      content: {
        sentence: "a bot that makes pictures or sound says in its text where they are",
        judge: (exchange) => {
          const { text, at } = saidIn(exchange);
          if (text.trim() !== "") return pass;
          const message = "The reply of a media bot is empty.";
          return broken({ message, expected: "the address of what it made", pointer: at.text });
        },
      },
    }),
  ],
};

function otherModel({ modelList, modelFor, replyTo }: Facts): string | undefined {
  const points = balanceIn(replyTo("account/balance-first"));
  return chooseOtherModel(modelList, { first: modelFor("chat"), points });
}
