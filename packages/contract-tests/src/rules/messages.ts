import type { Violation } from "@model-access/contract";
import { messagesExchanges } from "../exchanges/messages.js";
import { messagesCases, messagesSubject } from "../exchanges/messages-cases.js";
import type { Rule } from "../rule.js";
import { caseRules } from "./case-rules.js";
import { messagesConditions as conditions } from "./conditions.js";
import { messagesSenseRules } from "./messages-sense.js";
import { messagesStreamSenseRules } from "./messages-stream-sense.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { replyRules } from "./reply-rules.js";
import { streamRules } from "./stream-rules.js";

const plan = planned(messagesExchanges);
const form = "messages";

export const messagesRules: Rule[] = [
  ...replyRules(plan("messages/reply"), {
    requirements: ["R4.6", "R1.4", "R2.9", "R2.11", "R2.12", "R2.13", "R9.2", "R9.3"],
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
  ...caseRules(messagesSubject, {
    plans: messagesExchanges,
    cases: messagesCases,
    form,
    provenance: "stated",
    requirements: ["R2.9", "R2.10"],
    canonical: {
      key: ["messages/refused/wrong-key/media-type", "messages/refused/wrong-key/schema"],
      request: ["messages/refused/missing-max-tokens/media-type", "messages/refused/missing-max-tokens/schema"],
    },
  }),
  ...messagesSenseRules,
  ...messagesStreamSenseRules,
];

/** R2.12 lists all fields of a message as optional: that one may not be missing is the upstream provider's rule. */
function missingIsUpstream({ keyword }: Violation) {
  return keyword === "required" ? "upstream" : undefined;
}
