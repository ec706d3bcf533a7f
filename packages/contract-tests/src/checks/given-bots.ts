import type { Call, CannotCall, ExchangePlan, Facts, GivenNames } from "../exchange.js";
import { type CaseSubject, refusedCall } from "../requests/invalid-request.js";
import type { Rule } from "../rule.js";
import { type After, rule } from "./define-rule.js";
import { judgeRefusedAnyhow } from "./refusal-rules.js";
import { judgeStatus } from "./reply.js";

/** A kind of bot that only the caller can name. */
interface GivenBot {
  name: string;
  what: string;
  of(given: GivenNames): string | undefined;
}

const privateBot: GivenBot = { name: "private-bot", what: "a private bot", of: ({ privateBot }) => privateBot };

const appBot: GivenBot = { name: "app-bot", what: "the app-creation bot", of: ({ appBot }) => appBot };

export const withPrivateBot = (facts: Facts, write: (bot: string) => Call) => withGivenBot(privateBot, facts, write);

/** Requests of an interface for both bots that it has to refuse. */
export function givenBotCalls(
  subject: CaseSubject,
  { prefix = "", priority }: { prefix?: string; priority?: number } = {},
): Record<"privateBot" | "appBot", ExchangePlan> {
  const callOf = (bot: GivenBot) =>
    refusedCall(subject, {
      name: `${prefix}${bot.name}`,
      says: `of ${bot.what}`,
      priority,
      write: (facts) => withGivenBot(bot, facts, (model) => ({ json: { ...subject.ask(facts), model } })),
    });
  return { privateBot: callOf(privateBot), appBot: callOf(appBot) };
}

function withGivenBot({ name, what, of }: GivenBot, { given }: Facts, write: (bot: string) => Call): Call | CannotCall {
  const bot = of(given);
  return bot === undefined ? { because: `no name of ${what} was given`, needs: `--${name} NAME` } : write(bot);
}

/** The rules that bots which only the caller can name are refused, on another interface or in another way than chat completions. */
export function givenBotRules(
  { privateBot, appBot }: Record<"privateBot" | "appBot", ExchangePlan>,
  about: {
    status: number;
    requirements: string[];
    provenance: Rule["provenance"];
    level?: Rule["level"];
    after?: After[];
  },
): Rule[] {
  const { status, after, requirements, ...source } = about;
  return [privateBot, appBot].map((plan, index) =>
    rule(plan, "", {
      ...source,
      sentence: status === 404 ? `${plan.says} is refused with status ${status}` : `${plan.says} is refused`,
      requirements: [index === 0 ? "R1.10" : "R1.11", ...requirements],
      ...(after?.[index] !== undefined && { after: after[index] as After }),
      judge: (exchange) => (status === 404 ? judgeStatus(exchange, status) : judgeRefusedAnyhow(exchange, status)),
    }),
  );
}
