import { rulesOn } from "../../checks/define-rule.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { chooseMediaModel } from "../../reading/choose-model.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { broken, pass, type Rule } from "../../rule.js";
import { replyStatus } from "./reply.js";

const mediaCall = billedCall("chat", {
  id: "chat/media",
  says: "a chat completion of a bot that makes pictures or sound",
  allow: "dear",
  unless: ({ modelList }) =>
    chooseMediaModel(modelList) === undefined
      ? { because: "the model list has no bot that makes pictures or sound", isNeedless: true }
      : undefined,
  json: (model, { modelList }) => ({
    model: chooseMediaModel(modelList) ?? model,
    messages: [{ role: "user", content: "A small red circle." }],
    stream: false,
  }),
});

/** A call of a media bot, which is dear. */
export const mediaCalls: ExchangePlan[] = [mediaCall];

/** Rules on media bots. */
export const mediaRules: Rule[] = rulesOn(
  mediaCall,
  { requirements: ["R1.12"], provenance: "observed", after: replyStatus },
  {
    content: {
      sentence: "a bot that makes pictures or sound says in its text where they are",
      judge: (exchange) =>
        saidIn(exchange, dialects.chat).text.trim() === ""
          ? broken({
              message: "The reply of a media bot is empty.",
              expected: "the address of what it made",
              pointer: "/choices/0/message/content",
            })
          : pass,
    },
  },
);
