import { operations } from "@model-access/contract";
import { explainNearest } from "../conditions/explain-nearest.js";
import { patternOf, readSaid, type Subject, unmetConditions } from "../conditions/match-conditions.js";
import { Refusal } from "../refusal.js";
import type { Kept, Rules } from "../session/rules.js";
import { bodyWords } from "./body-words.js";
import { checkScriptedReply } from "./check-scripted-reply.js";
import { type Conversation, resultsSinceAnswer } from "./conversation.js";
import { fillGroups } from "./fill-groups.js";
import type { ScriptedReply } from "./scripted-reply.js";

/** The name of a session's replies, and the end at which new ones are added. */
export const scriptedRepliesPlace = { name: "reply", added: "first" } as const;

/** The scripted replies of a session, those added last before those of its world. The first that fits is given. */
export type ScriptedReplies = ReturnType<typeof createScriptedReplies>;

export function createScriptedReplies({ take, find, add, ...rules }: Rules<ScriptedReply>) {
  return {
    ...rules,
    /** Throws a refusal with the first thing that is wrong with it. Its members must have the types that they declare. */
    async add(reply: ScriptedReply) {
      const [mistake] = checkScriptedReply(reply);
      if (mistake !== undefined) throw new Refusal("invalid_parameter", mistake.message);
      return add(reply);
    },
    /**
     * The first that fits a request, counted as used unless the answer is broken. `conversation` is undefined where no model
     * speaks.
     */
    async take(
      asked: Pick<Subject, "request" | "key">,
      conversation: Conversation | undefined,
      { isBroken }: { isBroken: boolean } = { isBroken: false },
    ) {
      const subject = { ...asked, said: conversation && readSaid(conversation) };
      const choose = isBroken ? find : take;
      const fits = (reply: ScriptedReply) => unmet(reply, subject, conversation).next().done === true;
      return filled(await choose(fits), subject);
    },
    /** Says which reply is nearest to a request that none fits, and which of its conditions the request doesn't meet. */
    async explainMiss(asked: Pick<Subject, "request" | "key">, conversation: Conversation) {
      const subject = { ...asked, said: readSaid(conversation) };
      const compared = (await rules.list()).map((reply) => ({
        name: nameOf(reply),
        places: [...unmet(reply, subject, conversation)],
      }));
      return explainNearest("reply", compared);
    },
  };
}

/** A reply with the words of the question and the groups of its pattern filled in. */
function filled(found: Kept<ScriptedReply> | undefined, { said }: Subject): Kept<ScriptedReply> | undefined {
  if (found === undefined || said === undefined) return found;
  const questions = said.questions.map(({ text }) => text);
  const pattern = found.pattern === undefined ? undefined : patternOf(found.pattern);
  const question = questions.find((text) => pattern?.test(text) ?? true) ?? "";
  const match = pattern?.match(question);
  const { reply, body } = found;
  return {
    ...found,
    ...(reply !== undefined && { reply: fillGroups(reply, question, match) }),
    ...(body !== undefined && { body: fillGroups(body, question, match) }),
  };
}

/** Gives each reason for which a reply doesn't fit. */
function* unmet(
  scripted: ScriptedReply,
  subject: Subject,
  conversation: Conversation | undefined,
): Generator<string, void> {
  for (const condition of unmetConditions(scripted, subject)) yield `'${condition}'`;
  if (conversation === undefined) {
    if (scripted.reply !== undefined) yield "'reply'";
    return;
  }
  // Asking for the same calls again would never end.
  const areAnswered = scripted.turn === undefined && resultsSinceAnswer(conversation).length > 0;
  if (areAnswered && callsTools(scripted)) yield "its tool calls, as their results are there";
}

function nameOf({ id, text, pattern, system, systemPattern }: Kept<ScriptedReply>): string {
  const told = text ?? pattern ?? system ?? systemPattern;
  return told === undefined ? id : `${id} ('${told.length > 40 ? `${told.slice(0, 40)}…` : told}')`;
}

function callsTools({ operationId = "", reply, body }: ScriptedReply): boolean {
  const isSpoken = body !== undefined && operations[operationId]?.stream !== undefined;
  const words = isSpoken ? bodyWords(operationId, body) : reply;
  return (words?.toolCalls ?? []).length > 0;
}
