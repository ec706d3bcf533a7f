import type { Random } from "../random.js";
import { type Conversation, resultsSinceAnswer, type Tool } from "./conversation.js";
import { fillSchema } from "./fill-schema.js";
import type { ReplyToolCall } from "./reply.js";
import { tokensOf } from "./tokens.js";
import type { Purpose } from "./values/fill-by-meaning.js";
import { enumeratedPlaces } from "./values/hints.js";
import { placeName, wordsOfMember } from "./values/member.js";

/**
 * The calls that the model makes: those it is forced to, or those whose name or description the user's words mention.
 * After the results of calls it makes no more, so that the loop ends; that is read from the conversation alone.
 */
export async function callTools(
  conversation: Conversation,
  { random, purpose }: { random: Random; purpose: Purpose },
): Promise<ReplyToolCall[]> {
  const calls: ReplyToolCall[] = [];
  for (const tool of chosenTools(conversation)) {
    const places = conversation.mayCallInParallel && isOfOnePlace(tool) ? enumeratedPlaces(purpose.prompt) : [];
    for (const prompt of places.length > 1 ? places.map((place) => onlyOf(place, places, purpose)) : [purpose.prompt]) {
      const value = await fillSchema(tool.parameters, random, { ...purpose, prompt });
      calls.push({ name: tool.name, arguments: tokensOf(JSON.stringify(value)) });
    }
  }
  return calls;
}

/** True for a tool that takes a single place: two places are two calls. */
function isOfOnePlace({ parameters: { properties } }: Tool): boolean {
  if (typeof properties !== "object" || properties === null) return false;
  const places = Object.entries(properties).filter(([name]) => placeName.test(wordsOfMember(name)));
  const schema: unknown = places[0]?.[1];
  return places.length === 1 && typeof schema === "object" && schema !== null && Object(schema).type === "string";
}

/** The prompt with one place where it has a row of them. */
function onlyOf(place: string, places: string[], { prompt }: Purpose): string {
  const from = prompt.indexOf(places[0] ?? "");
  const last = places.at(-1) ?? "";
  return prompt.slice(0, from) + place + prompt.slice(prompt.indexOf(last, from) + last.length);
}

function chosenTools(conversation: Conversation): Tool[] {
  const { turns, tools, toolChoice, mayCallInParallel } = conversation;
  const last = turns.at(-1);
  if (tools.length === 0 || toolChoice.kind === "none" || resultsSinceAnswer(conversation).length > 0) return [];
  if (toolChoice.kind === "named") return tools.filter(({ name }) => name === toolChoice.name).slice(0, 1);
  const words = wordsOf((last?.text ?? "").slice(0, lookedThrough));
  const said = (last?.text ?? "").slice(0, lookedThrough);
  const named = tools.filter((tool) => isMentioned(tool, words) || isMeant(tool, said));
  const meant = named.length > 0 || !goesOn.test(said) ? named : calledBefore(turns, tools);
  const chosen = toolChoice.kind === "required" && meant.length === 0 ? tools.slice(0, 1) : meant;
  return mayCallInParallel ? chosen : chosen.slice(0, 1);
}

const goesOn = /^\s*(?:and|also|now|what about|how about|again|another)\b/i;

/** The tools of the round before: “And in Madrid?” wants them again. */
function calledBefore(turns: Conversation["turns"], tools: Tool[]): Tool[] {
  const asked = turns.slice(0, -1).findLastIndex(({ role }) => role === "user");
  const names = new Set(turns.slice(asked + 1).flatMap(({ toolCalls }) => toolCalls.map(({ name }) => name)));
  return tools.filter(({ name }) => names.has(name));
}

/** Of a long text the beginning, as the words of all of it would keep others waiting. */
const lookedThrough = 20_000;

function isMentioned({ name, description }: Tool, words: Set<string>): boolean {
  return [...wordsOf(`${name} ${description}`)].some((word) => words.has(word));
}

/** Tools by what they are for, and what people say who need them without naming them. */
const purposes: [tool: RegExp, said: RegExp][] = [
  [
    /event|calendar|meeting|appointment/i,
    /\b(?:schedule|meeting|appointment|remind me|invite|book a (?:call|slot))\b/i,
  ],
  [/search|web|browse/i, /\b(?:search|look up|google|find out|latest|news about)\b/i],
  [/sql|database|query/i, /\bhow many\b[^.?\n]{0,60}\b(?:orders?|customers?|users?|sales|rows|products?)\b/i],
  [/e?mail/i, /\b(?:e-?mail|write to)\b/i],
  [/cart|order|purchase|checkout/i, /\b(?:buy|purchase|add .{1,40} to (?:my |the )?(?:cart|basket)|order me)\b/i],
  [/weather|forecast/i, /\b(?:umbrella|rain|sunny|how (?:hot|cold|warm)|temperature)\b/i],
  [/calc|math/i, /\d\s*[+*/×÷^-]\s*\d|\bsquare root\b|\bpercent\b/i],
  [/calendar|events?|schedule/i, /\bcalendar\b|\bagenda\b/i],
  [/direction|route|navigat/i, /\b(?:how do (?:i|we) get|way to|route|drive to|walk to)\b/i],
  [/place|restaurant|poi|maps?/i, /\b(?:near|nearby|around here|closest)\b/i],
  [/git|commit|branch|repo/i, /\b(?:commits?|branch|merge|rebase|repository)\b/i],
  [/command|shell|terminal|bash|exec/i, /^(?:please )?(?:run|execute)\b|\bnpm \w+/i],
  [/grep|search|find/i, /^(?:please )?(?:search|find|look) /i],
  [
    /sql|database|query/i,
    /^(?:please )?(?:list|show|count|find) (?:me )?(?:all )?(?:the )?(?:\p{L}+ )?(?:customers|users|orders|products|rows|sales)\b/iu,
  ],
  [/items?|list|cart/i, /\b(?:add|put) .{1,80} (?:to|on) (?:my|the|our)\b/i],
  [/temperature|thermostat|climate|heating/i, /\b(?:degrees|thermostat|warmer|colder|heating)\b/i],
  [/activity|crm|note|log/i, /^(?:please )?log\b/i],
  [/remind/i, /\bremind\b/i],
  [/time|clock|date/i, /\bwhat (?:time|day|date) is\b/i],
];

function isMeant({ name, description }: Tool, text: string): boolean {
  return purposes.some(([purpose, said]) => purpose.test(`${name} ${description}`) && said.test(text));
}

/** The words that say something: four letters or more, camelCase and snake_case taken apart. */
function wordsOf(text: string): Set<string> {
  const parts =
    text
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];
  return new Set(parts.filter((word) => !emptyWords.has(word)).map((word) => word.replace(/(?<=.{4})s$/, "")));
}

const emptyWords = new Set([
  "what",
  "with",
  "this",
  "that",
  "from",
  "have",
  "does",
  "which",
  "your",
  "there",
  "give",
  "gets",
]);
