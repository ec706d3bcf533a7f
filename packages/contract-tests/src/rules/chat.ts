import { valueAt } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { chatExchanges } from "../exchanges/chat.js";
import { chatCases, chatSubject } from "../exchanges/chat-cases.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { caseRules } from "./case-rules.js";
import { chatEndRules } from "./chat-ends.js";
import { chatIdentityRules } from "./chat-identity.js";
import { chatSenseRules } from "./chat-sense.js";
import { chatStreamSenseRules } from "./chat-stream-sense.js";
import { chatToolsRules } from "./chat-tools.js";
import { conditions } from "./conditions.js";
import { onJson } from "./judge-reply.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { replyRules } from "./reply-rules.js";
import { ruleOn } from "./rule-on.js";
import { streamRules } from "./stream-rules.js";

const plan = planned(chatExchanges);

export const chatRules: Rule[] = [
  ...replyRules(plan("chat/reply"), {
    requirements: ["R4.1", "R1.3", "R2.5", "R9.1"],
    provenance: "stated",
    mediaType: "stated",
    shape: "stated",
    stated: (reply) => [textRule(reply)],
  }),
  ...streamRules(plan("chat/stream"), {
    requirements: ["R4.1", "R6.1"],
    provenance: "stated",
    mediaType: "upstream",
    dialect: "upstream",
    shape: "upstream",
    client: "openai",
  }),
  ...refusalRules(plan("chat/refused/wrong-key"), { condition: conditions.wrongKey }),
  ...refusalRules(plan("chat/refused/unknown-model"), { condition: conditions.unknownModel }),
  ...refusalRules(plan("chat/refused/missing-messages"), { condition: conditions.missingField }),
  ...refusalRules(plan("chat/refused/temperature-over-2"), { condition: conditions.outOfRange }),
  ...refusalRules(plan("chat/refused/private-bot"), { condition: conditions.unknownModel, requirements: ["R1.10"] }),
  ...refusalRules(plan("chat/refused/app-bot"), { condition: conditions.unsupportedModel, requirements: ["R1.11"] }),
  ...caseRules(chatSubject, {
    plans: chatExchanges,
    cases: chatCases,
    form: "service",
    provenance: "stated",
    requirements: ["R2.5"],
    canonical: {
      key: ["media-type", "type", "code"].map((name) => `chat/refused/wrong-key/${name}`),
      request: ["media-type", "type", "code"].map((name) => `chat/refused/missing-messages/${name}`),
    },
  }),
  ...chatIdentityRules,
  ...chatSenseRules,
  ...chatToolsRules,
  ...chatStreamSenseRules,
  ...chatEndRules,
];

function textRule(reply: ExchangePlan): Rule {
  return ruleOn(reply, {
    name: "text",
    sentence: "a chat completion has its text as a string in choices[].message.content",
    requirements: ["R2.6"],
    provenance: "stated",
    after: "status",
    judge: judgeText,
  });
}

function judgeText(exchange: Exchange): Verdict {
  return onJson(exchange, (value) => {
    const choices = valueAt(value, "/choices");
    if (!Array.isArray(choices) || choices.length === 0) {
      return broken({ message: "The reply has no choices.", expected: "an array with a choice", pointer: "/choices" });
    }
    const index = choices.findIndex((choice) => typeof valueAt(choice, "/message/content") !== "string");
    if (index === -1) return pass;
    const pointer = `/choices/${index}/message/content`;
    const actual = JSON.stringify(valueAt(value, pointer)) ?? "absent";
    return broken({
      message: `The text of choice ${index} is ${actual}; expected a string.`,
      expected: "a string",
      actual,
      pointer,
    });
  });
}
