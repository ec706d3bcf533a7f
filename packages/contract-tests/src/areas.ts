import type { Area } from "./area.js";
import { accountArea } from "./areas/account/index.js";
import { botsArea } from "./areas/bots/index.js";
import { chatArea } from "./areas/chat/index.js";
import { deriveAreas } from "./areas/derived.js";
import { filesArea } from "./areas/files/index.js";
import { keysArea } from "./areas/keys/index.js";
import { burstArea } from "./areas/limit/burst.js";
import { limitArea } from "./areas/limit/index.js";
import { messagesArea } from "./areas/messages/index.js";
import { modelsArea } from "./areas/models/index.js";
import { responsesArea } from "./areas/responses/index.js";
import { serviceArea } from "./areas/service/index.js";
import { videosArea } from "./areas/videos/index.js";
import type { ExchangePlan } from "./exchange.js";
import { areaOf, type Rule } from "./rule.js";
import { withTopics } from "./topic.js";

const written: Area[] = [
  modelsArea,
  accountArea,
  chatArea,
  messagesArea,
  responsesArea,
  videosArea,
  filesArea,
  botsArea,
  keysArea,
  limitArea,
];

export const areas: Area[] = [...written, ...deriveAreas(written), serviceArea, burstArea];

export const exchanges: ExchangePlan[] = areas.flatMap((area) => area.exchanges);

/**
 * All rules, in the order in which they are judged: by the latest of the calls that they read, then by area. Those on all calls
 * come after them, and last the burst, after which calls are refused.
 */
export const rules: Rule[] = [
  ...areas
    .filter((area) => area !== serviceArea && area !== burstArea)
    .flatMap(withTopics)
    .map((rule) => ({ rule, turn: turnOf(rule) }))
    .sort((one, other) => one.turn - other.turn)
    .map(({ rule }, at, all) => ({ ...rule, ...likeOf(rule, all.slice(0, at)) })),
  ...withTopics(serviceArea),
  ...withTopics(burstArea),
];

function likeOf({ id, checks = [] }: Rule, earlier: { rule: Rule }[]): { like?: string[] } {
  const like = earlier.filter(({ rule }) => areaOf(rule.id) === areaOf(id) && checks.includes(rule.checks?.[0] ?? ""));
  return like.length > 0 ? { like: like.map(({ rule }) => rule.id) } : {};
}

function turnOf(rule: Rule): number {
  const priorities = exchanges.filter(({ id }) => rule.exchanges.includes(id)).map(({ priority = 0 }) => priority);
  return Math.max(rule.priority ?? 0, ...priorities);
}

export type { Area } from "./area.js";
