import type { Random } from "../random.js";
import { type Conversation, resultsSinceAnswer, type Tool } from "./conversation.js";
import { fillSchema } from "./fill-schema.js";
import { isMeant, saidIn } from "./related-words.js";
import type { ReplyToolCall } from "./reply.js";
import { tokensOf } from "./tokens.js";
import { wordsOfName } from "./values/member.js";
import { type Purpose, readPrompt } from "./values/prompt.js";
import { kindsOf } from "./values/write-by-name.js";

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
    const places = conversation.mayCallInParallel && isOfOnePlace(tool) ? readPrompt(purpose).find("placeRow") : [];
    for (const index of places.length > 1 ? places.keys() : [0]) {
      const value = await fillSchema(tool.parameters, random, { ...purpose, index });
      calls.push({ name: tool.name, arguments: tokensOf(JSON.stringify(value)) });
    }
  }
  return calls;
}

/** True for a tool that takes a single place: two places are two calls. */
function isOfOnePlace({ parameters: { properties } }: Tool): boolean {
  if (typeof properties !== "object" || properties === null) return false;
  const places = Object.entries(properties).filter(([name]) => kindsOf(wordsOfName(name)).includes("place"));
  const schema: unknown = places[0]?.[1];
  return places.length === 1 && typeof schema === "object" && schema !== null && Object(schema).type === "string";
}

function chosenTools(conversation: Conversation): Tool[] {
  const { turns, tools, toolChoice, mayCallInParallel } = conversation;
  const last = turns.at(-1);
  if (tools.length === 0 || toolChoice.kind === "none" || resultsSinceAnswer(conversation).length > 0) return [];
  if (toolChoice.kind === "named") return tools.filter(({ name }) => name === toolChoice.name).slice(0, 1);
  const text = (last?.text ?? "").slice(0, lookedThrough);
  const said = saidIn(text);
  const named = tools.filter((tool) => isMentioned(tool, said) || isMeant(`${tool.name} ${tool.description}`, said));
  const meant = named.length > 0 || !goesOn.test(text) ? named : calledBefore(turns, tools);
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

/** True where the user says a word of the tool's name or description: of four letters or more, in the plural or not. */
function isMentioned({ name, description }: Tool, said: ReadonlySet<string>): boolean {
  const words = wordsOfName(`${name} ${description}`).split(" ");
  return words.some((word) => word.length > 3 && !emptyWords.has(word) && said.has(word.replace(/(?<=.{4})s$/, "")));
}

const emptyWords = new Set("what with this that from have does which your there give gets".split(" "));
