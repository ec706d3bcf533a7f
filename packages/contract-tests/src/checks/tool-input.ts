import { valueAt } from "@model-access/contract";
import { broken, pass, type Verdict } from "../rule.js";

/** Judges the input of a call of our tool: JSON text or an object with the city as a string. */
export function judgeToolInput(given: unknown, pointer: string): Verdict {
  const actual = String(typeof given === "string" ? given : JSON.stringify(given)).slice(0, 80);
  const input = typeof given === "string" ? parsed(given) : given;
  if (typeof valueAt(input, "/city") === "string") return pass;
  return broken({
    message: `The tool takes a city, and its input is ${actual}.`,
    expected: '{"city": string}',
    actual,
    pointer,
  });
}

/** Judges the finish reason of a reply that calls a tool in the chat dialect. */
export function judgeToolReason(reason: unknown, pointer: string): Verdict {
  // Upstream says stop, too, where the call of this one tool was asked for.
  if (reason === "tool_calls" || reason === "length") return pass;
  return broken({
    message: `A tool is called, and the finish reason is ${JSON.stringify(reason)}.`,
    expected: "tool_calls",
    actual: String(reason),
    pointer,
    provenance: "inferred",
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
