import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { rule } from "../../checks/define-rule.js";
import { judgeKnown } from "../../checks/known-model.js";
import { bodyOf } from "../../checks/reply.js";
import { type DialectName, dialects } from "../../dialects.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { chooseStranger, chooseUnasked, chooseUserBot, recordNamed } from "../../reading/choose-model.js";
import { sentIn } from "../../reading/said.js";
import { fewTokens } from "../../requests/long-question.js";
import { question } from "../../requests/short-question.js";
import { pass, passIf, type Rule } from "../../rule.js";
import { givenBots } from "../chat/refusals.js";
import { unknownPreviousCall } from "../responses/refusals.js";
import { listCall } from "./list.js";

/** A tool that no request offers: no model can be made to call it, so that a known one is refused for it, before anything is billed. */
const noTool = "no_such_tool";

/** After the valid calls, before the keys' own checks. */
const priority = 5.5;

const known = (
  name: string,
  {
    dialect,
    what,
    of,
    more,
  }: { dialect: DialectName; what: string; of(facts: Facts): string | undefined; more?: object },
): ExchangePlan => {
  const { operationId, headers, prompt, maxTokens } = dialects[dialect];
  return {
    id: `models/known-${name}`,
    operationId,
    says: `a request of ${what} with the choice of a tool that it doesn't offer`,
    isValid: false,
    priority,
    write: (facts) => {
      const model = of(facts);
      if (model === undefined) return { because: `the model list doesn't have ${what}`, isNeedless: true };
      const tool = { name: noTool };
      const toolChoice = dialect === "messages" ? { type: "tool", ...tool } : { type: "function", function: tool };
      return {
        ...(headers && { headers }),
        json: {
          model,
          [prompt]: [{ role: "user", content: question }],
          [maxTokens]: fewTokens,
          tool_choice: toolChoice,
          ...more,
        },
      };
    },
  };
};

const chatCall = known("chat", {
  dialect: "chat",
  what: "another model of chat completions that responses don't reach",
  of: (facts) => {
    const model = chooseUnasked(facts, "chat");
    return facts.replyTo(unknownPreviousCall.id) !== undefined && model === chooseUnasked(facts, "responses")
      ? undefined
      : model;
  },
});

const messagesCall = known("messages", {
  dialect: "messages",
  what: "a model of messages whose owner has no other there",
  of: chooseStranger,
});

const botCall = known("bot", {
  dialect: "chat",
  what: "a bot that a user made",
  // Bots may leave choices of tools alone, and answer.
  more: { temperature: 3 },
  of: ({ modelList }) => chooseUserBot(modelList),
});

/** Each asks another model of the list for what it has to refuse. */
const calls = [chatCall, messagesCall, botCall];

const knownRule: Rule = rule(listCall, "known", {
  sentence:
    "the models of the list are known where the list says that they are reached, and bots of users by chat completions",
  requirements: ["R4.2", "R2.5", "R1.3"],
  provenance: "observed",
  reads: [listCall, ...calls],
  takesMissing: true,
  after: "usable",
  judge: (exchanges) => {
    for (const exchange of exchanges.filter(({ plan }) => plan.id !== listCall.id)) {
      const verdict = judgeKnown(exchange);
      if (verdict.outcome !== "pass") return verdict;
    }
    return pass;
  },
});

/** It may be one of the key's own account, so that this is no must. */
const privateRule: Rule = rule(listCall, "no-private-bot", {
  sentence: "the model list has no private bot",
  requirements: ["R1.10", "R4.2"],
  provenance: "inferred",
  level: "should",
  reads: { list: listCall, asked: givenBots.privateBot },
  after: "usable",
  judge: ({ list, asked }) => {
    const name = valueAt(sentIn(asked), "/model");
    const message = `The model list has the private bot ${JSON.stringify(name)}.`;
    return passIf(recordNamed(bodyOf(list.reply), name) === undefined, { message, actual: name, pointer: "/data" });
  },
});

/** Rules on listed models that must be known, and on bots that must not be listed. */
export const knownTopic: Topic = { exchanges: [chatCall, messagesCall, botCall], rules: [knownRule, privateRule] };
