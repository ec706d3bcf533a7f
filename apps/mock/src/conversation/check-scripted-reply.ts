import { operations, validateResponseBody } from "@model-access/contract";
import { checkConditions } from "../conditions/check-conditions.js";
import { patternOf } from "../conditions/match-conditions.js";
import { checkLatency } from "../latency/latency-rules.js";
import type { Mistake } from "../world/mistake.js";
import { groupNamesIn } from "./fill-groups.js";
import type { ScriptedReply } from "./scripted-reply.js";

/** Returns the mistakes in a scripted reply whose members have the right types; a body is judged by the contract. */
export function checkScriptedReply(scripted: ScriptedReply): Mistake[] {
  const { operationId, pattern, reply, body } = scripted;
  const mistakes = [...checkConditions(scripted), ...checkLatency(scripted)];
  const operation =
    operationId !== undefined && Object.hasOwn(operations, operationId) ? operations[operationId] : undefined;
  if (pattern !== undefined && checkConditions({ pattern }).length === 0)
    mistakes.push(...checkGroups(pattern, [reply, body]));
  if ((reply === undefined) === (body === undefined)) {
    mistakes.push({ pointer: "", message: "A scripted reply needs either 'reply' or 'body'." });
  }
  if (reply !== undefined && Object.keys(reply).every((name) => name === "usage")) {
    mistakes.push({
      pointer: "/reply",
      message: "'reply' says nothing; give it a 'text', 'reasoning' or 'toolCalls'.",
    });
  }
  if (reply !== undefined && operation !== undefined && operation.stream === undefined) {
    mistakes.push({ pointer: "/reply", message: `No model speaks in ${operationId}; give it a 'body'.` });
  }
  if (reply?.textFile !== undefined) {
    mistakes.push({
      pointer: "/reply/textFile",
      message: "Only a data file can name a 'textFile'; give the 'text' here.",
    });
  }
  if (reply?.pieces !== undefined && reply.text !== undefined) {
    mistakes.push({ pointer: "/reply/pieces", message: "'pieces' is the text as a stream cuts it; leave out 'text'." });
  }
  const { outputTokens = 0, reasoningTokens = 0 } = reply?.usage ?? {};
  if (reasoningTokens > outputTokens) {
    const message = "'reasoningTokens' are part of 'outputTokens'; give at least as many of those.";
    mistakes.push({ pointer: "/reply/usage", message });
  }
  if (reply?.finish === "tool_calls" && (reply.toolCalls ?? []).length === 0) {
    mistakes.push({ pointer: "/reply/finish", message: "'finish' is tool_calls, but 'toolCalls' has none." });
  }
  if (body === undefined || (operationId !== undefined && operation === undefined)) return mistakes;
  if (operation?.responses["200"]?.mediaTypes["application/json"] === undefined) {
    const message = "A 'body' needs the 'operationId' of an operation that answers with JSON.";
    return [...mistakes, { pointer: operation === undefined ? "" : "/operationId", message }];
  }
  const violations = validateResponseBody(operation.operationId, 200, "application/json", body);
  return [...mistakes, ...violations.map(({ pointer, message }) => ({ pointer: `/body${pointer}`, message }))];
}

/** A group that the reply uses has to be one of the pattern. */
function checkGroups(pattern: string, said: unknown): Mistake[] {
  const { names } = patternOf(pattern);
  const unknown = groupNamesIn(said).find((name) => names.length > 0 && !names.includes(name));
  if (unknown === undefined) return [];
  return [{ pointer: "/pattern", message: `'pattern' has no group '${unknown.slice(0, 80)}', which the reply uses.` }];
}
