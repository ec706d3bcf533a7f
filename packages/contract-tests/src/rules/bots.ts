import { botsExchanges } from "../exchanges/bots.js";
import type { Rule } from "../rule.js";
import { conditions } from "./conditions.js";
import { planned } from "./planned.js";
import { type RefusalOptions, refusalRules } from "./refusal-rules.js";
import { streamRules } from "./stream-rules.js";

const plan = planned(botsExchanges);

/** The specification shows the client library only; what it sends is known from its source. */
const about = { provenance: "observed", requirements: ["R1.2"] } satisfies Partial<RefusalOptions>;

export const botsRules: Rule[] = [
  ...streamRules(plan("bots/stream"), {
    ...about,
    mediaType: "observed",
    dialect: "observed",
    shape: "observed",
  }),
  ...refusalRules(plan("bots/refused/wrong-key"), { condition: conditions.wrongKey, ...about }),
  ...refusalRules(plan("bots/refused/missing-query"), { condition: conditions.missingField, ...about }),
];
