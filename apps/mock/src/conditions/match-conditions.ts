import { type Conversation, turnsOfQuestion } from "../conversation/conversation.js";
import type { components } from "../generated/admin-api.js";
import { createLinearPattern, type LinearPattern } from "../patterns/linear-pattern.js";
import type { ApiRequest } from "../request/api-request.js";
import { isCalled } from "../world/catalogue.js";

/** Conditions of a fault, a latency or a scripted reply. Those that are left out hold for every request. */
export type Conditions = components["schemas"]["Conditions"];

export interface Subject {
  request: ApiRequest;
  key: string;
  /** Undefined where no model speaks, or no rule asks for it. */
  said?: Said | undefined;
}

/** The texts of a conversation that conditions are about. */
export interface Said {
  /** The user's last text, and where that stands after results of tools, the question that led to them. */
  questions: Text[];
  system: Text;
  /** The number of the answer, counted from 1. */
  turn: number;
}

interface Text {
  text: string;
  /** Made once for all rules. */
  lowerCase: string;
}

export function readSaid(conversation: Conversation): Said {
  const { turns, instructions } = conversation;
  const last = [turns, turnsOfQuestion(conversation)].map((some) => some.findLast(({ role }) => role === "user"));
  return {
    questions: [...new Set(last.map((turn) => turn?.text ?? ""))].map(readText),
    system: readText(instructions),
    turn: 1 + turns.filter(({ role }) => role === "assistant").length,
  };
}

const readText = (text: string): Text => ({ text, lowerCase: text.toLowerCase() });

const saidConditions = ["text", "pattern", "system", "systemPattern", "turn"] as const;

/** True where a rule asks for something that is said in a conversation. */
export function asksWhatIsSaid(conditions: Conditions): boolean {
  return saidConditions.some((name) => conditions[name] !== undefined);
}

export function meetsConditions(conditions: Conditions, subject: Subject): boolean {
  return unmetConditions(conditions, subject).next().done === true;
}

/** Gives the name of each condition that a request doesn't meet. */
export function* unmetConditions(
  conditions: Conditions,
  { request, key: sentKey, said }: Subject,
): Generator<keyof Conditions, void> {
  const { operationId, model, key, text, pattern, system, systemPattern, turn } = conditions;
  if (operationId !== undefined && operationId !== request.operation.operationId) yield "operationId";
  if (model !== undefined && (request.model === undefined || !isCalled(request.model, model))) yield "model";
  if (key !== undefined && key !== sentKey) yield "key";
  if (said === undefined) return yield* saidConditions.filter((name) => conditions[name] !== undefined);
  const { questions } = said;
  if (text !== undefined && !questions.some((question) => contains(question, text))) yield "text";
  if (pattern !== undefined && !questions.some((question) => matches(question, pattern))) yield "pattern";
  if (system !== undefined && !contains(said.system, system)) yield "system";
  if (systemPattern !== undefined && !matches(said.system, systemPattern)) yield "systemPattern";
  if (turn !== undefined && turn !== said.turn) yield "turn";
}

const contains = ({ lowerCase }: Text, part: string) => lowerCase.includes(part.toLowerCase());
const matches = ({ text }: Text, pattern: string) => patternOf(pattern).test(text);

/** Returns a pattern of a rule, which its rule has been checked for. */
export const patternOf = (text: string): LinearPattern => createLinearPattern(text, { ignoresCase: true });
