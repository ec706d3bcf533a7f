import type { Topic } from "../../area.js";
import { withPrivateBot } from "../../checks/given-bots.js";
import { refusalRules } from "../../checks/refusal-rules.js";
import { isUndecided } from "../../checks/reply.js";
import type { Call, ExchangePlan, Facts } from "../../exchange.js";
import { displayNameOf } from "../../reading/choose-model.js";
import { botQuery } from "../../requests/bot-query.js";
import { type CaseSubject, madeUpKeys, refusedCall } from "../../requests/invalid-request.js";
import { anyModel, noSuchModel, question } from "../../requests/questions.js";
import { story } from "../../story.js";
import { about, operationId } from "./stream.js";

const told = story("bots", about);
const { add, tell, rule } = told;

/** Queries of bots that are refused, each for one thing. */
export const refusalsTopic: Topic = told;

const query = botQuery(question);

const [message] = query.query;

const subject: CaseSubject = { area: "bots", operationId, what: "a query of a bot", ask: () => query };

const refused = (name: string, says: string, call: Call, priority?: number): ExchangePlan =>
  refusedCall(subject, {
    ...{ name, says, priority },
    write: (facts) => ({ path: { bot_name: anyModel(facts, "bots") }, ...call }),
  });

const withoutMessages: Call = { json: { ...query, query: undefined } };

/** It is refused by all that have bots, whichever the bot is, so that it shows whether there are any: of two kinds, if one is not found. */
export const missingQueryCall: ExchangePlan = {
  ...refused("missing-query", "without messages", withoutMessages),
  confirmAbsent: (facts) => {
    const other = botOfChat(facts);
    return other === undefined
      ? { because: "the model list has one kind of bots", isNeedless: true }
      : { path: { bot_name: other }, ...withoutMessages };
  },
};

/** The model of chat under its name for people, if that is another than the bot that is asked. */
function botOfChat({ modelList, modelFor }: Facts): string | undefined {
  const name = displayNameOf(modelList, modelFor("chat") ?? "");
  return name !== "" && name !== modelFor("bots") ? name : undefined;
}

const keyCall = { json: query, key: "shorter" } as const;
const wrongKeyCall = refused("wrong-key", "with a key that lacks its last character", keyCall, madeUpKeys);

const privateBotCall = refusedCall(subject, {
  name: "private-bot",
  says: "that is private",
  write: (facts) => withPrivateBot(facts, (bot) => ({ path: { bot_name: bot }, json: query })),
});

/** After the keys' own checks. */
const late = 7;

const withMessages = (...messages: object[]): Call => ({ json: { ...query, query: messages } });

/** Members of a message beside its text. No answer shows them; that they are read shows only if they are wrong. */
const wrongMembers: [name: string, says: string, call: Call, priority?: number][] = [
  [
    "missing-earlier-content",
    "whose first message of two has no content",
    withMessages({ role: "user" }, { ...message }),
  ],
  ["wrong-type-parameters", "whose parameters are no object", withMessages({ ...message, parameters: "plain" }), late],
  ["wrong-type-attachments", "whose attachments are no list", withMessages({ ...message, attachments: "none" }), late],
];

const refusedAnyhow = [
  refused("unknown-bot", "that does not exist", { path: { bot_name: noSuchModel }, json: query }),
  privateBotCall,
  ...wrongMembers.map((each) => refused(...each)),
];

add(wrongKeyCall, ...refusedAnyhow);

tell(
  ...refusalRules(missingQueryCall, { reason: "missingField", ...about }),
  ...refusalRules(wrongKeyCall, { reason: "wrongKey", ...about }),
);

for (const plan of refusedAnyhow) {
  rule(
    plan.id,
    `${plan.says} is refused before a stream begins`,
    {
      requirements: [...about.requirements, "R7.1"],
      // The specification says of chat completions only that they reach no private bots, and of bots that all public ones are.
      ...(plan === privateBotCall && { provenance: "inferred", level: "should" }),
    },
    ({ reply }) => {
      const { status: actual = 0 } = reply ?? {};
      const isRight = actual === 0 || (actual >= 400 && actual < 500) || isUndecided(actual);
      return !isRight && { message: `${plan.says} is answered with ${actual}.`, expected: "400 or 404", actual };
    },
  );
}
