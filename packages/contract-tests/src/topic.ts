import type { Area } from "./area.js";
import type { ExchangePlan } from "./exchange.js";
import { exampleCall, givenNames } from "./requests/example-call.js";
import type { Rule } from "./rule.js";

/** The subject of a rule, whatever area it is in; gates are set on topics. */
export const topics = ["security", "money", "streams", "errors", "shape", "docs"] as const;

export type Topic = (typeof topics)[number];

/** Broken shoulds of these decide a run too, unless `--fail-on` says otherwise. */
export const guardedTopics: readonly Topic[] = ["security", "money"];

/**
 * Returns the rules of an area with their topics. What a rule does not say follows from what its call asks: how a key or a bot
 * that is not the caller's is answered is about security, what else a refusal says about errors, a stream about streams.
 */
export const withTopics = ({ rules, exchanges, topic }: Area): Rule[] =>
  rules.map((rule) => {
    const own = exchanges.find(({ id }) => rule.id === id || rule.id.startsWith(`${id}/`));
    const ofAnswer = own?.id === rule.id ? (own.topic ?? (isForOthers(own) ? "security" : topic)) : undefined;
    return { ...rule, topic: rule.topic ?? ofAnswer ?? (own && topicOfKind(own)) ?? topic ?? "shape" };
  });

const topicOfKind = ({ isValid, isStreamed }: ExchangePlan): Topic | undefined =>
  isValid ? isStreamed && "streams" : "errors";

function isForOthers(plan: ExchangePlan): boolean {
  const { key = "own", keyPlace, ...call } = exampleCall(plan) ?? {};
  const isOfOthers = keyPlace !== undefined || !["own", "lowLimit", "sameAccount"].includes(key);
  return isOfOthers || [givenNames.privateBot, givenNames.appBot].some((bot) => JSON.stringify(call).includes(bot));
}
