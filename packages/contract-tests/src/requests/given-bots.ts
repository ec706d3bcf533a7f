import type { Call, CannotCall, ExchangePlan, Facts, GivenNames } from "../exchange.js";
import { type CaseSubject, refusedCall } from "./invalid-request.js";

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
