import { createRandom, type Random } from "../random.js";
import { callTools } from "./call-tools.js";
import type { Conversation } from "./conversation.js";
import { fillSchema } from "./fill-schema.js";
import { distinguish } from "./long-text.js";
import { topicOf, writeFromResults, writeProse } from "./prose.js";
import { writeReasoning } from "./reasoning.js";
import type { Finish, Reply, ReplyUsage } from "./reply.js";
import { countInput, tokensOf } from "./tokens.js";

/**
 * Answers a conversation as a model would: its tools, form, limits and stop sequences are obeyed. The reply depends on
 * the conversation and the seed alone. Refuses a schema that no value satisfies.
 */
export async function compose(conversation: Conversation, { seed }: { seed: number }): Promise<Reply> {
  const random = createRandom(await questionOf(conversation), seed);
  const inputTokens = await countInput(conversation);
  const { maxTokens = Number.POSITIVE_INFINITY, reasoning: request } = conversation;
  const question = conversation.turns.findLast(({ role }) => role === "user")?.text ?? "";
  const budget = Math.min(maxTokens, request?.budgetTokens ?? Number.POSITIVE_INFINITY);
  const reasoning = tokensOf(writeReasoning(request, question, random)).slice(0, budget);
  const left = maxTokens - reasoning.length;
  const toolCalls = await callTools(conversation, random);
  const callTokens = toolCalls.reduce((sum, call) => sum + 1 + call.arguments.length, 0);
  const usage = (outputTokens: number): ReplyUsage => ({
    inputTokens,
    outputTokens: outputTokens + reasoning.length,
    reasoningTokens: reasoning.length,
  });
  if (toolCalls.length > 0 && callTokens <= left) {
    const finish: Finish = { reason: "tool_calls" };
    return { reasoning, text: [], toolCalls, citations: [], searchQuery: undefined, finish, usage: usage(callTokens) };
  }
  const whole = toolCalls.length > 0 ? writeProse(question, random) : await write(conversation, question, random);
  const stopped = beforeStop(whole, conversation.stop);
  const tokens = tokensOf(stopped.text);
  const text = tokens.slice(0, left);
  const isStopped = stopped.finish.reason === "stop_sequence";
  const isCut = text.length < tokens.length || (isStopped && tokens.length >= left);
  const finish: Finish = isCut ? { reason: "length" } : stopped.finish;
  const isSearching = conversation.webSearch && question !== "";
  const isProse = conversation.format.kind === "text";
  return {
    reasoning,
    text,
    toolCalls: [],
    citations: isSearching && isProse ? citationsIn(text.join("")) : [],
    searchQuery: isSearching ? topicOf(question) : undefined,
    finish,
    usage: usage(text.length),
  };
}

/**
 * What decides the reply. The model is no part of it, so that a question gets the same answer on every interface, and
 * neither are limits and stop sequences, so that they cut that answer and do not change it.
 */
async function questionOf(conversation: Conversation): Promise<unknown> {
  const { turns, instructions, tools, toolChoice, format, reasoning, webSearch } = conversation;
  const names = tools.map(({ name, parameters }) => [name, parameters]);
  const said = turns.map(({ role, text, attachments, toolCalls }) => [
    role,
    text,
    attachments,
    toolCalls.map(({ name }) => name),
  ]);
  const texts = [
    instructions,
    ...said.flatMap(([role, text, attachments, calls]) => [`${role} ${attachments} ${calls}`, `${text}`]),
  ];
  const told = await distinguish([said, instructions], texts);
  const [all, instructed] = typeof told === "string" ? [told, ""] : told;
  return [all, instructed, names, toolChoice, format, reasoning?.effort, webSearch];
}

async function write({ turns, format }: Conversation, question: string, random: Random): Promise<string> {
  if (format.kind === "schema") return JSON.stringify(await fillSchema(format.schema, random));
  if (format.kind === "json") return JSON.stringify({ topic: topicOf(question), answer: writeProse(question, random) });
  const lastAnswer = turns.findLastIndex(({ role }) => role !== "tool");
  const results = turns.slice(lastAnswer + 1).map(({ text }) => text);
  return results.length > 0 ? writeFromResults(results, random) : writeProse(question, random);
}

function beforeStop(text: string, stop: string[]): { text: string; finish: Finish } {
  const matches = stop
    .filter((sequence) => sequence.trim() !== "")
    .map((stopSequence) => ({ stopSequence, at: text.indexOf(stopSequence) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const [match] = matches;
  if (match === undefined) return { text, finish: { reason: "stop" } };
  return { text: text.slice(0, match.at), finish: { reason: "stop_sequence", stopSequence: match.stopSequence } };
}

/** A source for the first sentence of the text. */
function citationsIn(text: string): Reply["citations"] {
  const end = text.search(/[.!?](\s|$)/);
  const span = end < 0 ? text.length : end + 1;
  return span === 0
    ? []
    : [{ url: "https://library.example/articles/7", title: "An article of the library", start: 0, end: span }];
}
