import { createRandom, type Random } from "../random.js";
import { Refusal } from "../refusal.js";
import { createBoundedMap } from "../session/bounded-map.js";
import { callTools } from "./call-tools.js";
import { type Conversation, type Format, resultsSinceAnswer, turnsOfQuestion } from "./conversation.js";
import { fillSchema } from "./fill-schema.js";
import { distinguish } from "./long-text.js";
import type { Finish, Reply, ReplyUsage } from "./reply.js";
import { makeJson } from "./text/json-answer.js";
import { type Question, readQuestion, subjectOf } from "./text/question.js";
import { writeReasoning } from "./text/samples.js";
import { findSchemaInPrompt } from "./text/schema-in-prompt.js";
import { sourcesAbout } from "./text/sources.js";
import { writeFromResults } from "./text/write-from-results.js";
import { writeText } from "./text/write-text.js";
import { countInput, tokensOf } from "./tokens.js";
import type { Purpose } from "./values/prompt.js";

/**
 * Answers a conversation as a model would: its tools, form, limits and stop sequences are obeyed. The reply depends on
 * the conversation and the seed alone. Refuses a schema that no value satisfies.
 */
export async function compose(conversation: Conversation, { seed }: { seed: number }): Promise<Reply> {
  if (!isShort(conversation)) return composeReply(conversation, seed);
  const key = `${seed} ${JSON.stringify(conversation)}`;
  const kept = replies.get(key);
  if (kept !== undefined) return kept;
  const reply = await composeReply(conversation, seed);
  replies.set(key, reply);
  return reply;
}

const repliesKept = 100;

/** By the conversation and the seed, on which alone they depend: tests and load tests ask the same again and again. */
const replies = createBoundedMap<Readonly<Reply>>({ entries: repliesKept });

const longestKey = 2000;
const mostTools = 8;

/** Returns true where comparing a conversation costs less than answering it. */
function isShort({ turns, instructions, tools, format }: Conversation): boolean {
  if (tools.length > mostTools || format.kind === "schema") return false;
  return turns.reduce((sum, { text }) => sum + text.length, instructions.length) <= longestKey;
}

async function composeReply(conversation: Conversation, seed: number): Promise<Reply> {
  const random = createRandom(await questionOf(conversation), seed);
  const inputTokens = await countInput(conversation);
  const { maxTokens = Number.POSITIVE_INFINITY, reasoning: request } = conversation;
  const { schema, turns, instructions } = takeSchema(conversation);
  const question = readQuestion({ turns, instructions });
  const results = resultsIn(conversation);
  const subject = subjectOf(question.text);
  const purpose: Purpose = { prompt: question.text, subject, results: results.map(({ text }) => text) };
  const budget = Math.min(maxTokens, request?.budgetTokens ?? Number.POSITIVE_INFINITY);
  const reasoning = tokensOf(writeReasoning(request, question.text, random)).slice(0, budget);
  const left = maxTokens - reasoning.length;
  const toolCalls = await callTools(conversation, { random, purpose });
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
  const { format } = toolCalls.length > 0 ? { format: textFormat } : conversation;
  const told = { question, results, purpose, random };
  const bySchema = schema && toolCalls.length === 0 ? await writeBySchema(schema, format, told) : undefined;
  const whole = bySchema ?? (await write(format, told));
  const stopped = beforeStop(whole, conversation.stop);
  const tokens = tokensOf(stopped.text);
  const text = tokens.slice(0, left);
  const isStopped = stopped.finish.reason === "stop_sequence";
  const isCut = text.length < tokens.length || (isStopped && tokens.length >= left);
  const finish: Finish = isCut ? { reason: "length" } : stopped.finish;
  const isSearching = conversation.webSearch && question.text !== "";
  const isProse = conversation.format.kind === "text";
  return {
    reasoning,
    text,
    toolCalls: [],
    citations: isSearching && isProse ? citationsIn(text.join(""), subject) : [],
    searchQuery: isSearching ? subject : undefined,
    finish,
    usage: usage(text.length),
  };
}

/**
 * Returns the parts of a conversation that decide the reply. The model isn't one, so that a question gets the
 * same answer on every interface; its own seed and temperature are, so that it can be asked for another one. Limits and stop sequences aren't either: they cut that answer and don't change it.
 */
export async function questionOf(conversation: Conversation): Promise<unknown> {
  const { turns, instructions, tools, toolChoice, format, reasoning, webSearch, sampling } = conversation;
  const names = tools.map(({ name, parameters }) => [name, parameters]);
  const said = turns.map(({ role, text, attachments, toolCalls }) => [
    role,
    text,
    attachments.length === 0 ? 0 : JSON.stringify(attachments),
    toolCalls.map(({ name }) => name),
  ]);
  const texts = [
    instructions,
    ...said.flatMap(([role, text, attachments, calls]) => [`${role} ${attachments} ${calls}`, `${text}`]),
  ];
  const told = await distinguish([said, instructions], texts);
  const [all, instructed] = typeof told === "string" ? [told, ""] : told;
  const { seed, temperature } = sampling ?? {};
  return [all, instructed, names, toolChoice, format, reasoning?.effort, webSearch, seed ?? "", temperature ?? ""];
}

/**
 * The turns that the reply is made from, and the schema that their question or the instructions hold; without it they are
 * read as any text.
 */
function takeSchema(conversation: Conversation): Pick<Conversation, "turns" | "instructions"> & {
  schema: Record<string, unknown> | undefined;
} {
  const { instructions, format } = conversation;
  const turns = turnsOfQuestion(conversation);
  const at = turns.findLastIndex(({ role }) => role === "user");
  const last = turns[at];
  if (format.kind === "schema") return { schema: undefined, turns, instructions };
  const asked = last === undefined ? undefined : findSchemaInPrompt(last.text);
  const ruled = asked === undefined ? findSchemaInPrompt(instructions) : undefined;
  return {
    schema: asked?.schema ?? ruled?.schema,
    turns: last === undefined || asked === undefined ? turns : turns.with(at, { ...last, text: asked.rest }),
    instructions: ruled?.rest ?? instructions,
  };
}

/** Undefined where the schema can't be filled: the prompt is only a prompt. */
async function writeBySchema(schema: Record<string, unknown>, format: Format, told: Told): Promise<string | undefined> {
  try {
    const value = JSON.stringify(await fillSchema(schema, told.random, told.purpose));
    const isFenced = format.kind === "text" && /\bcode ?block\b/i.test(told.question.text);
    return isFenced ? `\`\`\`json\n${value}\n\`\`\`` : value;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const textFormat: Format = { kind: "text" };

async function write(format: Format, { question, results, purpose, random }: Told): Promise<string> {
  if (format.kind === "schema") return JSON.stringify(await fillSchema(format.schema, random, purpose));
  if (format.kind === "json") return JSON.stringify(await makeObject(question, random));
  return results.length > 0 ? writeFromResults(results, question.text) : writeText(question, random);
}

interface Told {
  question: Question;
  results: { name: string; text: string }[];
  purpose: Purpose;
  random: Random;
}

async function makeObject(question: Question, random: Random): Promise<unknown> {
  const value = await makeJson(question, random);
  return Array.isArray(value) ? { items: value } : value;
}

/** Returns the results of the caller's functions since the model last spoke, each with the function's name. */
function resultsIn(conversation: Conversation): Told["results"] {
  const calls = conversation.turns.findLast(({ role }) => role === "assistant")?.toolCalls ?? [];
  return resultsSinceAnswer(conversation).map(({ text, toolCallId }) => ({
    name: calls.find(({ id }) => id === toolCallId)?.name ?? "",
    text,
  }));
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

function citationsIn(text: string, subject: string): Reply["citations"] {
  const spans = [...text.matchAll(/[^\s#>|*-][^\n]*?(?:[.!?。！？](?=\s|$)|$)/gm)]
    .filter(({ 0: sentence }) => sentence.length > 3)
    .slice(0, 3);
  const sources = sourcesAbout(subject, spans.length);
  return spans.flatMap(({ 0: sentence, index }, at) => {
    const source = sources[at];
    return source === undefined ? [] : [{ ...source, start: index, end: index + sentence.length }];
  });
}
