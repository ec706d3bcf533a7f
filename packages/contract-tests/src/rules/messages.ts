import type { Violation } from "@model-access/contract";
import { messagesExchanges } from "../exchanges/messages.js";
import type { Rule } from "../rule.js";
import { messagesConditions as conditions } from "./conditions.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { replyRules } from "./reply-rules.js";
import { streamRules } from "./stream-rules.js";

const plan = planned(messagesExchanges);
const form = "messages";

export const messagesRules: Rule[] = [
  ...replyRules(plan("messages/reply"), {
    requirements: ["R4.6", "R1.4", "R2.9", "R2.12", "R2.13", "R9.2"],
    provenance: "stated",
    mediaType: "stated",
    shape: "stated",
    weight: missingIsUpstream,
  }),
  ...streamRules(plan("messages/stream"), {
    requirements: ["R4.6", "R5.2", "R6.1"],
    provenance: "stated",
    mediaType: "stated",
    dialect: "upstream",
    shape: "upstream",
    client: "@anthropic-ai/sdk",
  }),
  ...refusalRules(plan("messages/refused/wrong-key"), { condition: conditions.wrongKey, form }),
  ...refusalRules(plan("messages/refused/unknown-model"), { condition: conditions.unknownModel, form }),
  ...refusalRules(plan("messages/refused/missing-max-tokens"), { condition: conditions.missingField, form }),
  ...refusalRules(plan("messages/refused/temperature-over-1"), { condition: conditions.outOfRange, form }),
];

/** R2.12 lists all fields of a message as optional: that one may not be missing is the upstream provider's rule. */
function missingIsUpstream({ keyword }: Violation) {
  return keyword === "required" ? "upstream" : undefined;
}
