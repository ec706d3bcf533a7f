import { operations } from "@model-access/contract";
import { createLinearPattern, type LinearPattern } from "../patterns/linear-pattern.js";
import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import { createBoundedMap } from "../session/bounded-map.js";
import { createRules, type Kept, type Rules } from "../session/rules.js";
import type { Promisable } from "../store/store.js";
import { isCalled } from "../world/catalogue.js";
import { bodyWords } from "./body-words.js";
import { checkScriptedReply } from "./check-scripted-reply.js";
import { type Conversation, resultsSinceAnswer, turnsOfQuestion } from "./conversation.js";
import { fillGroups } from "./fill-groups.js";
import type { ScriptedReply } from "./scripted-reply.js";

/** The scripted replies of a session, those added last before those of its world. The first that fits is given. */
export interface ScriptedReplies extends Pick<Rules<ScriptedReply>, "list" | "remove" | "clear" | "replaceGiven"> {
  /** Throws a refusal with the first thing that is wrong with it. Its members must have the types that they declare. */
  add(reply: ScriptedReply): Promisable<Kept<ScriptedReply>>;
  /**
   * The first that fits a request, counted as used unless the answer is broken. `conversation` is undefined where no model
   * speaks.
   */
  take(
    request: ApiRequest,
    conversation: Conversation | undefined,
    options?: { isBroken: boolean },
  ): Promise<Kept<ScriptedReply> | undefined>;
}

/** The name of a session's replies, and the end at which new ones are added. */
export const scriptedRepliesPlace = { name: "reply", added: "first" } as const;

export function createScriptedReplies(
  given: readonly ScriptedReply[],
  { take, find, add, ...rules }: Rules<ScriptedReply> = createRules(given, scriptedRepliesPlace),
): ScriptedReplies {
  const patterns = createBoundedMap<LinearPattern>({ entries: patternsKept });

  return {
    ...rules,
    add(reply) {
      const [mistake] = checkScriptedReply(reply);
      if (mistake !== undefined) throw new Refusal("invalid_parameter", mistake.message);
      return add(reply);
    },
    async take(request, conversation, { isBroken } = { isBroken: false }) {
      const choose = isBroken ? find : take;
      return filled(await choose((reply) => fits(reply, { request, conversation, patternOf })), conversation);
    },
  };

  /** A reply with the words of the question and the groups of its pattern filled in. */
  function filled(
    found: Kept<ScriptedReply> | undefined,
    conversation: Conversation | undefined,
  ): Kept<ScriptedReply> | undefined {
    if (found === undefined || conversation === undefined) return found;
    const questions = questionsOf(conversation);
    const pattern = found.pattern === undefined ? undefined : patternOf(found.pattern);
    const matched = questions.findIndex((question) => pattern?.test(question) ?? true);
    const question = questions[Math.max(0, matched)] ?? "";
    const match = pattern?.match(question);
    const { reply, body } = found;
    return {
      ...found,
      ...(reply !== undefined && { reply: fillGroups(reply, question, match) }),
      ...(body !== undefined && { body: fillGroups(body, question, match) }),
    };
  }

  function patternOf(text: string): LinearPattern {
    const known = patterns.get(text) ?? createLinearPattern(text, { ignoresCase: true });
    patterns.set(text, known);
    return known;
  }
}

/** Each request tries them. */
const patternsKept = 1000;

/** The user's last text, and where that stands after results of tools, the question that led to them. */
function questionsOf(conversation: Conversation): string[] {
  const last = [conversation.turns, turnsOfQuestion(conversation)].map((turns) =>
    turns.findLast(({ role }) => role === "user"),
  );
  return [...new Set(last.map((turn) => turn?.text ?? ""))];
}

function fits(
  scripted: ScriptedReply,
  {
    request,
    conversation,
    patternOf,
  }: { request: ApiRequest; conversation: Conversation | undefined; patternOf: (text: string) => LinearPattern },
): boolean {
  const { model, operationId, text, pattern, turn, reply } = scripted;
  if (operationId !== undefined && operationId !== request.operation.operationId) return false;
  if (model !== undefined && (request.model === undefined || !isCalled(request.model, model))) return false;
  if (conversation === undefined) return [text, pattern, turn, reply].every((member) => member === undefined);
  const { turns } = conversation;
  const isMeant = (question: string) =>
    (text === undefined || question.toLowerCase().includes(text.toLowerCase())) &&
    (pattern === undefined || patternOf(pattern).test(question));
  if (!questionsOf(conversation).some(isMeant)) return false;
  if (turn !== undefined) return turn === 1 + turns.filter(({ role }) => role === "assistant").length;
  // Their results are there: asking for the same calls again would never end.
  return resultsSinceAnswer(conversation).length === 0 || !callsTools(scripted);
}

function callsTools({ operationId = "", reply, body }: ScriptedReply): boolean {
  const isSpoken = body !== undefined && operations[operationId]?.stream !== undefined;
  const words = isSpoken ? bodyWords(operationId, body).words : reply;
  return (words?.toolCalls ?? []).length > 0;
}
