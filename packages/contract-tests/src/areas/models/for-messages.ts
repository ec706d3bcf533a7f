import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { recordsOf } from "../../reading/choose-model.js";
import { passIf, type Rule } from "../../rule.js";
import { notOffered } from "../../wire/wire.js";
import { listCall } from "./list.js";

/** Shows whether messages are there where no model is known to be reached by them, so that nothing else of theirs is called. */
export const forMessagesCall: ExchangePlan = {
  id: "models/for-messages",
  operationId: "createMessage",
  says: "a message without members, where the model list has no model for messages",
  isValid: false,
  mayBeAbsent: true,
  write: (facts) =>
    facts.modelFor("messages") === undefined
      ? { json: {}, headers: dialects.messages.headers ?? {} }
      : { because: "there is a model for messages", isNeedless: true },
};

/** The interface of messages is nothing without a model, and a client finds its models in the list. */
export const forMessagesRule: Rule = rule(listCall, "for-messages", {
  sentence: "where there are messages, the model list has a model that they reach",
  requirements: ["R4.2", "R1.4"],
  provenance: "inferred",
  level: "should",
  reads: { probe: forMessagesCall, list: listCall },
  after: "usable",
  judge: ({ probe, list }) => {
    const status = probe.reply?.status ?? 0;
    const models = recordsOf(bodyOf(list.reply));
    const isThere = status >= 400 && status < 500 && !notOffered.includes(status);
    const isTold = (model: unknown) =>
      ["/supported_endpoints", "/owned_by"].some((at) => valueAt(model, at) !== undefined);
    const message = `Messages are there (status ${status} to an empty one), and none of the ${models.length} models of the list is one for them.`;
    const expected = "a model for messages";
    return passIf(!isThere || !models.every(isTold), { message, expected, pointer: "/data", exchange: list });
  },
});
