import { operations, validateResponseBody } from "@model-access/contract";
import type { ScriptedReply } from "./scripted-reply.js";

/** Something that is wrong with a value: where in it, as a JSON pointer, and what, as one sentence. */
export interface Fault {
  pointer: string;
  message: string;
}

/** What is wrong with a scripted reply whose members have the right types; a body is judged by the contract. */
export function checkScriptedReply({ operationId, pattern, reply, body }: ScriptedReply): Fault[] {
  const faults: Fault[] = [];
  const operation = operationId === undefined ? undefined : operations[operationId];
  if (operationId !== undefined && operation === undefined) {
    faults.push({ pointer: "/operationId", message: `The contract has no operation '${operationId}'.` });
  }
  if (pattern !== undefined && !isPattern(pattern)) {
    faults.push({ pointer: "/pattern", message: "'pattern' is not a regular expression." });
  }
  if ((reply === undefined) === (body === undefined)) {
    faults.push({ pointer: "", message: "A scripted reply needs either 'reply' or 'body'." });
  }
  if (reply !== undefined && Object.keys(reply).length === 0) {
    faults.push({ pointer: "/reply", message: "'reply' says nothing; give it a 'text', 'reasoning' or 'toolCalls'." });
  }
  if (reply !== undefined && operation !== undefined && operation.stream === undefined) {
    faults.push({ pointer: "/reply", message: `No model speaks in ${operationId}; give it a 'body'.` });
  }
  if (reply?.finish === "tool_calls" && (reply.toolCalls ?? []).length === 0) {
    faults.push({ pointer: "/reply/finish", message: "'finish' is tool_calls, but 'toolCalls' has none." });
  }
  if (body === undefined || (operationId !== undefined && operation === undefined)) return faults;
  if (operation?.responses["200"]?.mediaTypes["application/json"] === undefined) {
    const message = "A 'body' needs the 'operationId' of an operation that answers with JSON.";
    return [...faults, { pointer: operation === undefined ? "" : "/operationId", message }];
  }
  const violations = validateResponseBody(operation.operationId, 200, "application/json", body);
  return [...faults, ...violations.map(({ pointer, message }) => ({ pointer: `/body${pointer}`, message }))];
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "iu");
    return true;
  } catch {
    return false;
  }
}
