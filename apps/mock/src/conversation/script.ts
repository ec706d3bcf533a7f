import { answerJson } from "../call.js";
import { breakingFaults } from "../faults/catalogue.js";
import { parseLatency, spokenMs } from "../latency/latency.js";
import { createRandom, pick } from "../random.js";
import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import type { RequestContext } from "../request/request-context.js";
import { bodyWords } from "./body-words.js";
import { compose, questionOf } from "./compose.js";
import type { Conversation } from "./conversation.js";
import type { Reply } from "./reply.js";
import { unreadPatterns } from "./schema-patterns.js";
import type { ScriptedWords } from "./scripted-reply.js";
import { countInput, tokensOf } from "./tokens.js";

export type Script = ReturnType<typeof createScript>;

export function createScript(
  request: ApiRequest,
  context: RequestContext,
  { isRepliesOnly }: { isRepliesOnly: boolean },
) {
  const { call, session, key, seed, note, entry } = context;
  const { operationId, stream } = request.operation;
  let pieces = 0;
  let isTimed = false;

  return {
    async wholeAnswer() {
      if (stream !== undefined) return undefined;
      const found = await take(undefined);
      return found && answerJson(found.body as object); // the contract has accepted it
    },
    /** Returns what the model says: what is scripted, else the reply that is made already, else what it makes up. */
    async compose(conversation: Conversation, made?: Reply) {
      const reply = await replyTo(conversation, made);
      pieces = piecesOf(reply);
      return reply;
    },
    /** Returns the time that a plain answer takes; 0 where there was nothing to say, and no reply says how long. */
    delayMs: () => (pieces > 0 || isTimed ? spokenMs(context.latency, pieces) : 0),
  };

  async function replyTo(conversation: Conversation, made: Reply | undefined): Promise<Reply> {
    const found = await take(conversation);
    if (found?.reply !== undefined) return sayWords(found.reply, conversation, seed);
    if (found !== undefined) {
      const { body } = found;
      return { ...(await sayWords(bodyWords(operationId, body), conversation, seed)), body };
    }
    if (isRepliesOnly) {
      throw new Refusal("reply_not_found", await session.replies.explainMiss({ request, key }, conversation));
    }
    if (made !== undefined) return made;
    const hasSchema = conversation.tools.length > 0 || conversation.format.kind === "schema";
    if (hasSchema) for (const sentence of await unreadPatterns(conversation)) note(sentence);
    return compose(conversation, { seed });
  }

  async function take(conversation: Conversation | undefined) {
    const isBroken = entry.faults.some((name) => breakingFaults.has(name));
    const found = await session.replies.take({ request, key }, conversation, { isBroken });
    if (found === undefined) return undefined;
    note(`Answered by the scripted reply ${found.id}.`);
    if (found.latency !== undefined && call.headers["x-mock-latency"] === undefined) {
      context.latency = parseLatency(found.latency);
      isTimed = true;
    }
    return found;
  }
}

function piecesOf({ reasoning, text, toolCalls }: Reply): number {
  return toolCalls.reduce((sum, call) => sum + call.arguments.length, reasoning.length + text.length);
}

/** The words as the reply to a conversation, with the tokens that they count; the seed chooses one of several texts. */
async function sayWords(
  { text: texts = "", pieces, reasoning = "", toolCalls = [], finish, usage }: ScriptedWords,
  conversation: Conversation,
  seed: number,
): Promise<Reply> {
  const text = typeof texts === "string" ? texts : pick(texts, createRandom(await questionOf(conversation), seed));
  const calls = toolCalls.map((call) => ({ name: call.name, arguments: argumentPieces(call.arguments) }));
  const words = { reasoning: tokensOf(reasoning), text: pieces ?? tokensOf(text), toolCalls: calls };
  const callTokens = calls.reduce((sum, call) => sum + 1 + call.arguments.length, 0);
  return {
    ...words,
    citations: [],
    searchQuery: undefined,
    finish: { reason: finish ?? (calls.length > 0 ? "tool_calls" : "stop") },
    usage: {
      inputTokens: await countInput(conversation),
      outputTokens: words.reasoning.length + words.text.length + callTokens,
      reasoningTokens: words.reasoning.length,
      ...usage,
    },
  };
}

function argumentPieces(given: Record<string, unknown> | string | string[]): string[] {
  if (Array.isArray(given)) return given;
  return tokensOf(typeof given === "string" ? given : JSON.stringify(given));
}
