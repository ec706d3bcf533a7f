import { operations, validateResponseBody } from "@model-access/contract";
import type { Mistake } from "../world/mistake.js";
import type { ScriptedReply } from "./scripted-reply.js";

/** What is wrong with a scripted reply whose members have the right types; a body is judged by the contract. */
export function checkScriptedReply({ operationId, pattern, reply, body }: ScriptedReply): Mistake[] {
  const mistakes: Mistake[] = [];
  const operation = operationId === undefined ? undefined : operations[operationId];
  if (operationId !== undefined && operation === undefined) {
    mistakes.push({ pointer: "/operationId", message: `The contract has no operation '${operationId}'.` });
  }
  if (pattern !== undefined && !isPattern(pattern)) {
    mistakes.push({ pointer: "/pattern", message: "'pattern' is not a regular expression." });
  }
  if ((reply === undefined) === (body === undefined)) {
    mistakes.push({ pointer: "", message: "A scripted reply needs either 'reply' or 'body'." });
  }
  if (reply !== undefined && Object.keys(reply).length === 0) {
    mistakes.push({
      pointer: "/reply",
      message: "'reply' says nothing; give it a 'text', 'reasoning' or 'toolCalls'.",
    });
  }
  if (reply !== undefined && operation !== undefined && operation.stream === undefined) {
    mistakes.push({ pointer: "/reply", message: `No model speaks in ${operationId}; give it a 'body'.` });
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

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "iu");
    return true;
  } catch {
    return false;
  }
}
