import { valueAt } from "@model-access/contract";
import { botsExchanges } from "../exchanges/bots.js";
import { payloadOf } from "../reading/joined-text.js";
import { broken, pass, type Rule } from "../rule.js";
import { conditions } from "./conditions.js";
import { planned } from "./planned.js";
import { type RefusalOptions, refusalRules } from "./refusal-rules.js";
import { ruleOn } from "./rule-on.js";
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
  ruleOn(plan("bots/stream"), {
    name: "text",
    sentence: "a streamed query of a bot is answered with a text, a file or JSON",
    requirements: ["R1.2"],
    provenance: "observed",
    after: "complete",
    judge: (exchange) => {
      const { events, errorData } = exchange.stream();
      const isSaid = events.some(({ event = "", data }) =>
        ["text", "replace_response"].includes(event)
          ? String(valueAt(payloadOf(data), "/text") ?? "") !== ""
          : ["file", "json"].includes(event),
      );
      return isSaid || errorData !== undefined
        ? pass
        : broken({ message: "No event of the stream has a text.", expected: "a text" });
    },
  }),
  ...refusalRules(plan("bots/refused/wrong-key"), { condition: conditions.wrongKey, ...about }),
  ...refusalRules(plan("bots/refused/missing-query"), { condition: conditions.missingField, ...about }),
];
