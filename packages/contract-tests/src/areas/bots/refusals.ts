import { conditions } from "../../checks/conditions.js";
import { rule } from "../../checks/define-rule.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { isUndecided } from "../../checks/reply.js";
import type { Call, ExchangePlan } from "../../exchange.js";
import { botQuery } from "../../requests/bot-query.js";
import { anyModel, noSuchModel, question } from "../../requests/short-question.js";
import { broken, pass, type Rule } from "../../rule.js";
import { about, operationId } from "./stream.js";

const query = botQuery(question);

const [message] = query.query;

const refused = (name: string, says: string, call: Call, rest: Partial<ExchangePlan> = {}): ExchangePlan => ({
  id: `bots/refused/${name}`,
  operationId,
  says: `a query of a bot ${says}`,
  isValid: false,
  write: (facts) => ({ path: { bot_name: anyModel(facts, "bots") }, ...call }),
  ...rest,
});

/** It is refused by all that have bots, whichever the bot is, so that it shows whether there are any. */
export const missingQueryCall = refused("missing-query", "without messages", { json: { ...query, query: undefined } });

const wrongKeyCall = refused("wrong-key", "with a key that does not exist", { json: query, key: "wrong" });

/** After the keys' own checks. */
const late = { priority: 7 };

const unknownBotCall = refused(
  "unknown-bot",
  "that does not exist",
  { path: { bot_name: noSuchModel }, json: query },
  late,
);

/** What stands in a message beside its text is nowhere to be seen in an answer; that it is read shows where it is wrong. */
const messageCalls = [
  refused(
    "missing-earlier-content",
    "whose first message of two has no content",
    { json: { ...query, query: [{ role: "user" }, message] } },
    late,
  ),
  refused(
    "wrong-type-parameters",
    "whose parameters are no object",
    { json: { ...query, query: [{ ...message, parameters: "plain" }] } },
    late,
  ),
  refused(
    "wrong-type-attachments",
    "whose attachments are no list",
    { json: { ...query, query: [{ ...message, attachments: "none" }] } },
    late,
  ),
];

/** Queries of bots that are refused, each for one thing. */
export const botsRefusalCalls: ExchangePlan[] = [wrongKeyCall, unknownBotCall, ...messageCalls];

/** Rules on the refusals of bots. */
export const botsRefusalRules: Rule[] = [
  ...refusalRules(missingQueryCall, { condition: conditions.missingField, ...about }),
  ...refusalRules(wrongKeyCall, { condition: conditions.wrongKey, ...about }),
  ...[unknownBotCall, ...messageCalls].map((plan) =>
    rule(plan, "", {
      ...about,
      requirements: [...about.requirements, "R7.1"],
      sentence: `${plan.says} is refused before a stream begins`,
      judge: ({ reply }) => {
        const status = reply?.status ?? 0;
        if ((status >= 400 && status < 500) || status === 0 || isUndecided(status)) return pass;
        const message = `${plan.says.replace(/^a/, "A")} is answered with ${status}.`;
        return broken({ message, expected: "400 or 404", actual: String(status) });
      },
    }),
  ),
];
