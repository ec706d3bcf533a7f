import { responsesExchanges } from "../exchanges/responses.js";
import { responsesCases, responsesSubject } from "../exchanges/responses-cases.js";
import type { Rule } from "../rule.js";
import { caseRules } from "./case-rules.js";
import { conditions } from "./conditions.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { replyRules } from "./reply-rules.js";
import { responsesSenseRules } from "./responses-sense.js";
import { streamRules } from "./stream-rules.js";

const plan = planned(responsesExchanges);

/** The specification offers the interface and shows its input; what it refuses and how it replies is known from outside. */
const provenance = "observed";

export const responsesRules: Rule[] = [
  ...replyRules(plan("responses/reply"), {
    requirements: ["R1.5", "R4.9"],
    provenance: "stated",
    mediaType: provenance,
    shape: provenance,
  }),
  ...streamRules(plan("responses/stream"), {
    requirements: ["R1.5", "R6.1"],
    provenance: "stated",
    mediaType: "upstream",
    dialect: "upstream",
    shape: "upstream",
    client: "openai",
  }),
  ...refusalRules(plan("responses/refused/wrong-key"), { condition: conditions.wrongKey }),
  ...refusalRules(plan("responses/refused/unknown-model"), { condition: conditions.unknownModel }),
  ...refusalRules(plan("responses/refused/missing-input"), { condition: conditions.missingField, provenance }),
  ...refusalRules(plan("responses/refused/temperature-over-2"), { condition: conditions.outOfRange, provenance }),
  ...caseRules(responsesSubject, {
    plans: responsesExchanges,
    cases: responsesCases,
    form: "service",
    provenance: "observed",
    requirements: ["R4.9"],
    canonical: {
      key: ["responses/refused/wrong-key/media-type", "responses/refused/wrong-key/code"],
      request: ["responses/refused/missing-input/media-type", "responses/refused/missing-input/code"],
    },
  }),
  ...responsesSenseRules,
];
