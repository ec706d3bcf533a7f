import { parseFaults } from "../faults/fault-header.js";
import type { FaultRule } from "../faults/fault-rules.js";

const conditions: Record<string, "model" | "key" | "operationId"> = {
  model: "model",
  key: "key",
  operation: "operationId",
};

const taken = "after the fault it takes model=NAME, operation=ID, key=KEY and times=N, N a whole number from 1";

/**
 * Reads a rule as the flag `--fault` writes it: a fault, and in words after it whom it is for, such as
 * `stall;at=3 model=gpt-5.2 operation=createMessage key=sk-mock-full times=2`. Throws a refusal on a fault that is none.
 */
export function parseFaultRule(text: string): FaultRule {
  const rule: FaultRule = { fault: "" };
  const words: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const [, name = "", value = ""] = /^([a-z]+)=(\S+)$/.exec(word) ?? [];
    const condition = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
    if (condition !== undefined) rule[condition] = value;
    else if (name === "times" && /^[1-9]\d{0,8}$/.test(value)) rule.times = Number(value);
    else if (name === "" || words.at(-1)?.endsWith(";")) words.push(word);
    else throw new RangeError(`The rule has '${word}'; ${taken}.`);
  }
  rule.fault = words.join(" ");
  if (parseFaults(rule.fault).length === 0) throw new RangeError(`The rule '${text}' names no fault.`);
  return rule;
}
