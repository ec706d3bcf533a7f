import type { Area } from "./area.js";
import type { ExchangePlan } from "./exchange.js";
import { accountExchanges } from "./exchanges/account.js";
import { lastAccountExchanges } from "./exchanges/account-last.js";
import { botsExchanges } from "./exchanges/bots.js";
import { burstExchanges } from "./exchanges/burst.js";
import { chatExchanges } from "./exchanges/chat.js";
import { lastRefusedExchanges } from "./exchanges/chat-cases-last.js";
import { lastChatExchanges } from "./exchanges/chat-last.js";
import { filesExchanges } from "./exchanges/files.js";
import { keysExchanges } from "./exchanges/keys.js";
import { lastKeysExchanges } from "./exchanges/keys-last.js";
import { limitExchanges } from "./exchanges/limit.js";
import { messagesExchanges } from "./exchanges/messages.js";
import { modelsExchanges } from "./exchanges/models.js";
import { responsesExchanges } from "./exchanges/responses.js";
import { serviceExchanges } from "./exchanges/service.js";
import { videosExchanges } from "./exchanges/videos.js";
import type { Rule } from "./rule.js";
import { accountRules } from "./rules/account.js";
import { lastAccountRules } from "./rules/account-last.js";
import { botsRules } from "./rules/bots.js";
import { burstRules } from "./rules/burst.js";
import { chatRules } from "./rules/chat.js";
import { lastRefusedRules } from "./rules/chat-cases-last.js";
import { largeRules, lettersRules } from "./rules/chat-last.js";
import { lastToolsRules } from "./rules/chat-last-tools.js";
import { otherChatRules } from "./rules/chat-others.js";
import { togetherStreamRules } from "./rules/chat-streams-together.js";
import { togetherRules } from "./rules/chat-together.js";
import { filesRules } from "./rules/files.js";
import { keysRules } from "./rules/keys.js";
import { lastKeysRules } from "./rules/keys-last.js";
import { limitRules } from "./rules/limit.js";
import { messagesRules } from "./rules/messages.js";
import { modelsRules } from "./rules/models.js";
import { sameModelsRule } from "./rules/models-same.js";
import { responsesRules } from "./rules/responses.js";
import { serviceRules } from "./rules/service.js";
import { videosRules } from "./rules/videos.js";

const billedLast = [
  lettersRules,
  otherChatRules,
  lastToolsRules,
  largeRules,
  togetherRules,
  togetherStreamRules,
].flat();

/** Their calls are made last, in this order, as long as a run has calls left. */
const lastRules = [sameModelsRule, ...billedLast, ...lastKeysRules, ...lastAccountRules, ...lastRefusedRules];

/** Everything that is tested, in the order in which it is. */
export const areas: Area[] = [
  { name: "models", isRequired: true, exchanges: modelsExchanges, rules: [...modelsRules, sameModelsRule] },
  {
    name: "account",
    isRequired: true,
    exchanges: [...accountExchanges, ...lastAccountExchanges],
    rules: [...accountRules, ...lastAccountRules],
  },
  {
    name: "chat",
    isRequired: true,
    exchanges: [...chatExchanges, ...lastChatExchanges, ...lastRefusedExchanges],
    rules: [...chatRules, ...billedLast, ...lastRefusedRules],
  },
  optional({ name: "messages", path: "/v1/messages", exchanges: messagesExchanges, rules: messagesRules }),
  optional({ name: "responses", path: "/v1/responses", exchanges: responsesExchanges, rules: responsesRules }),
  optional({ name: "videos", path: "/v1/videos", exchanges: videosExchanges, rules: videosRules }),
  optional({ name: "bots", exchanges: botsExchanges, rules: botsRules }),
  optional({ name: "files", exchanges: filesExchanges, rules: filesRules }),
  {
    name: "keys",
    isRequired: true,
    exchanges: [...keysExchanges, ...lastKeysExchanges],
    rules: [...keysRules, ...lastKeysRules],
  },
  { name: "limit", isRequired: true, exchanges: limitExchanges, rules: limitRules },
  { name: "burst", isRequired: true, exchanges: burstExchanges, rules: burstRules },
  { name: "service", isRequired: true, exchanges: serviceExchanges, rules: serviceRules },
];

/** All rules, in the order in which they are judged: those on all calls of the run come last. */
export const rules: Rule[] = [
  ...areas.slice(0, -1).flatMap((area) => area.rules.filter((rule) => !lastRules.includes(rule))),
  ...lastRules,
  ...areas.slice(-1).flatMap((area) => area.rules),
];

/** All exchanges, in order. */
export const exchanges: ExchangePlan[] = areas.flatMap((area) => area.exchanges);

function optional(area: Omit<Area, "isRequired">): Area {
  const [probe, ...others] = area.exchanges;
  if (probe === undefined) throw new Error(`The area ${area.name} has no exchange that shows whether it is there.`);
  const following = others.map((plan) => ({ ...plan, needs: [probe.id, ...(plan.needs ?? [])] }));
  return { ...area, isRequired: false, exchanges: [{ ...probe, mayBeAbsent: true }, ...following] };
}

export type { Area } from "./area.js";
