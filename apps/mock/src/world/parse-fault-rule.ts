import { checkConditions } from "../conditions/check-conditions.js";
import type { Conditions } from "../conditions/match-conditions.js";
import { parseFaults } from "../faults/fault-header.js";
import type { FaultRule } from "../faults/fault-rules.js";
import { parseLatency } from "../latency/latency.js";
import type { LatencyRule } from "../latency/latency-rules.js";

const conditions: Record<string, Exclude<keyof Conditions, "turn">> = {
  model: "model",
  key: "key",
  operation: "operationId",
  text: "text",
  pattern: "pattern",
  system: "system",
  systemPattern: "systemPattern",
};

const takenByAll =
  "it takes model=NAME, operation=ID, key=KEY, text=WORD, pattern=REGEXP, system=WORD, systemPattern=REGEXP, chance=P, P a number above 0 and up to 1";
const taken = `after the fault ${takenByAll}, and times=N, N a whole number from 1`;
const takenByLatency = `after the latency ${takenByAll}`;

/**
 * Reads a rule as the flag `--fault` writes it: a fault, and in words after it whom it is for, such as `stall;at=3
 * model=gpt-5.2 operation=createMessage key=sk-mock-full times=2 chance=0.05`. Throws a refusal on a fault that is
 * none.
 */
export function parseFaultRule(text: string): FaultRule {
  const { words, times, ...rule } = readRule(text, taken);
  const fault = words.join(" ");
  if (parseFaults(fault).length === 0) throw new RangeError(`The rule '${text}' names no fault.`);
  return { fault, ...rule, ...(times !== undefined && { times }) };
}

/**
 * Reads a latency that is for some requests only, such as `reasoning model=gpt-5.2 chance=0.5`. Throws a RangeError on
 * what is none.
 */
export function parseLatencyRule(text: string): LatencyRule {
  const { words, times, ...rule } = readRule(text, takenByLatency);
  if (words.length !== 1 || times !== undefined) {
    throw new RangeError(`The latency is '${text}'; ${takenByLatency}.`);
  }
  const [latency = ""] = words;
  parseLatency(latency);
  return { latency, ...rule };
}

interface ReadRule extends Omit<FaultRule, "fault"> {
  words: string[];
}

function readRule(text: string, takes: string): ReadRule {
  const rule: ReadRule = { words: [] };
  for (const word of text.trim().split(/\s+/)) {
    const [, name = "", value = ""] = /^([a-zA-Z]+)=(\S+)$/.exec(word) ?? [];
    const condition = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
    if (condition !== undefined) rule[condition] = value;
    else if (name === "times" && /^[1-9]\d{0,8}$/.test(value)) rule.times = Number(value);
    else if (name === "chance" && isChance(value)) rule.chance = Number(value);
    else if (name === "" || isValues(word) || rule.words.at(-1)?.endsWith(";")) rule.words.push(word);
    else throw new RangeError(`The rule has '${word}'; ${takes}.`);
  }
  const [mistake] = checkConditions(rule);
  if (mistake !== undefined) throw new RangeError(`The rule '${text}' is wrong: ${mistake.message}`);
  return rule;
}

const isChance = (value: string) => /^(0?\.\d+|1(\.0+)?)$/.test(value) && Number(value) > 0;

/** A latency's own values, as in `first=200,gap=20`. */
const isValues = (word: string) => /^(first|gap|spread)=/.test(word);
