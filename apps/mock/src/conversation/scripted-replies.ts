import { operations } from "@model-access/contract";
import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import { isNamed } from "../world/catalogue.js";
import { bodyWords } from "./body-words.js";
import { checkScriptedReply } from "./check-scripted-reply.js";
import type { Conversation } from "./conversation.js";
import type { ScriptedReply } from "./scripted-reply.js";

/** A scripted reply of a session, by the id that takes it away. */
export type ScriptedReplyRule = ScriptedReply & { id: string };

/** The scripted replies of a session, those added last before those of its world. The first that fits is given. */
export interface ScriptedReplies {
  list(): ScriptedReplyRule[];
  /** Throws a refusal with the first thing that is wrong with it. Its members must have the types that they declare. */
  add(reply: ScriptedReply): ScriptedReplyRule;
  /** False where there is no such reply. */
  remove(id: string): boolean;
  clear(): void;
  /** Puts other replies in the place of those of the world; the ones added since stay. */
  replaceGiven(replies: readonly ScriptedReply[]): void;
  /** The first that fits a request, counted as used. `conversation` is undefined where no model speaks. */
  take(request: ApiRequest, conversation: Conversation | undefined): ScriptedReplyRule | undefined;
}

interface Kept {
  rule: ScriptedReplyRule;
  isGiven: boolean;
  callsTools: boolean;
}

export function createScriptedReplies(given: readonly ScriptedReply[]): ScriptedReplies {
  let count = 0;
  let kept = given.map((reply) => keep(reply, true));

  return {
    list: () => kept.map(({ rule }) => ({ ...rule })),
    add(reply) {
      const [mistake] = checkScriptedReply(reply);
      if (mistake !== undefined) throw new Refusal("invalid_parameter", mistake.message);
      const added = keep(reply, false);
      kept.unshift(added);
      return { ...added.rule };
    },
    remove(id) {
      const before = kept.length;
      kept = kept.filter(({ rule }) => rule.id !== id);
      return kept.length < before;
    },
    clear() {
      kept = [];
    },
    replaceGiven(replies) {
      kept = [...kept.filter(({ isGiven }) => !isGiven), ...replies.map((reply) => keep(reply, true))];
    },
    take(request, conversation) {
      const found = kept.find((candidate) => fits(candidate, request, conversation));
      if (found?.rule.times !== undefined) {
        found.rule.times -= 1;
        if (found.rule.times <= 0) kept = kept.filter((other) => other !== found);
      }
      return found?.rule;
    },
  };

  function keep(reply: ScriptedReply, isGiven: boolean): Kept {
    count += 1;
    return { rule: { ...reply, id: `reply-${count}` }, isGiven, callsTools: callsTools(reply) };
  }
}

function fits(
  { rule: { model, operationId, text, pattern, turn, reply }, callsTools }: Kept,
  request: ApiRequest,
  conversation: Conversation | undefined,
): boolean {
  if (operationId !== undefined && operationId !== request.operation.operationId) return false;
  if (model !== undefined && (request.model === undefined || !isNamed(request.model, model))) return false;
  if (conversation === undefined) return [text, pattern, turn, reply].every((member) => member === undefined);
  const { turns } = conversation;
  const question = turns.findLast(({ role }) => role === "user")?.text ?? "";
  if (text !== undefined && !question.toLowerCase().includes(text.toLowerCase())) return false;
  if (pattern !== undefined && !new RegExp(pattern, "iu").test(question)) return false;
  if (turn !== undefined) return turn === 1 + turns.filter(({ role }) => role === "assistant").length;
  // Their results are there: asking for the same calls again would never end.
  return !callsTools || turns.at(-1)?.role !== "tool";
}

function callsTools({ operationId = "", reply, body }: ScriptedReply): boolean {
  const isSpoken = body !== undefined && operations[operationId]?.stream !== undefined;
  const words = isSpoken ? bodyWords(operationId, body).words : reply;
  return (words?.toolCalls ?? []).length > 0;
}
