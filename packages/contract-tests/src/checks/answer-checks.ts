import { valueAt } from "@model-access/contract";
import type { ExchangePlan } from "../exchange.js";
import { textPieces } from "../reading/joined-text.js";
import { saidIn, sentIn, textsAskedFor } from "../reading/said.js";
import { broken, pass, passIf, type Rule } from "../rule.js";
import { askedBy, type Check } from "./asked.js";
import { ruleOn } from "./define-rule.js";
import { type DialectCheckName, dialectChecks } from "./dialect-checks.js";
import { judgeModel } from "./known-model.js";
import { judgeBlockIndexes } from "./message-words.js";
import { judgeTextAsAsked } from "./text-as-asked.js";
import { judgeTime } from "./time.js";
import {
  judgeCut,
  judgeCutOff,
  judgeMostTokens,
  judgePromptCounted,
  judgeTextCounted,
  judgeUsageCounted,
  judgeUsageSum,
} from "./token-counts.js";
import { judgeForcedCalls, judgeNoTool } from "./tool-calls.js";

export type CheckName =
  | ("model" | "created" | "as-asked" | "cut" | "cut-off" | "in-pieces" | "block-index" | "call" | "no-tool")
  | "max-tokens"
  | ("usage-sum" | "usage-there" | "usage-counted" | "prompt-counted" | "text-counted")
  | DialectCheckName;

const checks: Record<CheckName, Check<CheckName>> = {
  ...dialectChecks,
  call: {
    on: ({ isForTool }) => isForTool,
    says: "calls a tool as it must, by its name, with an id and an input that it takes",
    client: ({ dialect, isStreamed }) => (dialect.name === "chat" && isStreamed ? "openai" : undefined),
    judge: ({ exchange }) => judgeForcedCalls(exchange),
  },
  "no-tool": {
    on: ({ isForNoTool, isFirst, hasTools }) => isForNoTool || (isFirst && !hasTools),
    says: "calls no tool where it may call none",
    judge: ({ exchange, sent }) => {
      const isGiven = valueAt(sent, "/tools") !== undefined;
      return judgeNoTool(exchange, `A tool is called ${isGiven ? "with tool_choice none" : "that was not given"}.`);
    },
  },
  "block-index": {
    on: ({ dialect, isStreamed }) => dialect.name === "messages" && isStreamed,
    says: "has blocks that are numbered from 0",
    requirements: ["R6.1"],
    judge: ({ exchange }) => judgeBlockIndexes(exchange),
  },
  model: {
    on: ({ isFirst }) => isFirst,
    says: "names no other model of the list than the one that was called",
    // A bot that passes calls on may name the model that it chose; that is one of its provider's, and seldom one of the list.
    provenance: "observed",
    requirements: ["R2.5"],
    reads: () => ["models/list"],
    judge: ({ said, sent, others }) => judgeModel(valueAt(sent, "/model"), said, others[0]),
  },
  created: {
    on: ({ isFirst, dialect }) => isFirst && dialect.plain.created !== undefined,
    says: "has its time in seconds, and about now",
    judge: ({ said, exchange }) => judgeTime(said.created, { pointer: said.at.created ?? "", reply: exchange.reply }),
  },
  "usage-there": {
    // Chat completions and messages are not whole without it, which their shape says.
    on: ({ dialect }) => dialect.name === "responses",
    says: "has its usage",
    element: "usage",
    requirements: ["R8.3"],
    judge: ({ said }) =>
      passIf(said.usage !== undefined, {
        message: "The reply is finished, and counts no tokens.",
        expected: "counts of tokens",
        pointer: said.at.usage,
      }),
  },
  "usage-sum": {
    // Messages have no total, and of chat completions a rule on all of them judges the others.
    on: ({ dialect, isStreamed, isFirst }) =>
      dialect.name === "responses" || (dialect.name === "chat" && isFirst && !isStreamed),
    says: "counts tokens that add up",
    element: "usage",
    everywhere: true,
    requirements: ["R8.3"],
    judge: ({ said, dialect }) =>
      judgeUsageSum(said.usage, [dialect.counts.prompt[0] ?? "", dialect.counts.completion], {
        pointer: said.at.usage,
        isThoughtIn: dialect.name === "responses",
      }),
  },
  "usage-counted": {
    on: ({ isStreamed, isForText }) => !isStreamed && isForText,
    says: "counts tokens for its prompt and its text",
    element: "usage",
    requirements: ["R8.3"],
    judge: judgeUsageCounted,
  },
  "max-tokens": {
    on: ({ hasLimit, hasUsage }) => hasLimit && hasUsage,
    says: "has no more tokens than were asked for",
    element: "limit",
    judge: judgeMostTokens,
  },
  "prompt-counted": {
    on: ({ hasUsage }) => hasUsage,
    says: "counts tokens for all that was sent",
    element: "usage",
    requirements: ["R8.3"],
    after: ["usage-counted"],
    judge: judgePromptCounted,
  },
  "text-counted": {
    on: ({ isForText, hasUsage }) => isForText && hasUsage,
    says: "counts tokens for all of its text",
    element: "usage",
    requirements: ["R8.3"],
    after: ["usage-counted", "max-tokens"],
    judge: judgeTextCounted,
  },
  "as-asked": {
    on: ({ isForText, isSteady }) => isForText && isSteady,
    says: "has the text that was asked for, whole and in its order",
    element: "text",
    // What a model makes of a text can't be told from what is made of it on the way, where it is the only one.
    provenance: "observed",
    requirements: ["R6.1"],
    judge: ({ said, sent }) => {
      const asked = textsAskedFor(sent);
      const expected = asked.pop();
      if (expected === undefined) return { outcome: "skip", reason: "The call asks for no text word by word." };
      if (!asked.includes(said.text.trim()))
        return judgeTextAsAsked(said.text, { expected, isCut: said.isCut, pointer: said.at.text });
      const message = "The reply answers an earlier turn, as if the turns came in another order.";
      return broken({ message, expected: expected.slice(0, 80), actual: said.text, pointer: said.at.text });
    },
  },
  cut: {
    // The stop texts of a stream end it as they do a plain reply, of which this is known then.
    on: ({ isForText, isStreamed, hasUsage, asks }) => (isForText || (asks("stop") && !isStreamed)) && hasUsage,
    says: "does not say that a limit of tokens ended it where none did",
    element: "finish",
    after: ["usage-counted", "stop"],
    judge: judgeCut,
  },
  "cut-off": {
    // A chat completion of as many tokens may have ended with the last of them: two calls together show it.
    on: ({ dialect, hasLimit, isForText }) => dialect.name !== "chat" && hasLimit && isForText,
    says: "says that a limit of tokens ended it where one did",
    element: "finish",
    after: ["stop-reason", "finished"],
    judge: judgeCutOff,
  },
  "in-pieces": {
    on: ({ isStreamed, isFirst }) => isStreamed && isFirst,
    says: "comes in pieces if its text is long",
    // Any pieces are legal; one alone is what a stream that is no stream has.
    provenance: "inferred",
    requirements: ["R6.1"],
    judge: ({ said, exchange, dialect }) => {
      const pieces = textPieces(exchange.stream().payloads, dialect.name).length;
      if (pieces !== 1 || said.text.split(" ").length < fewestWords) return pass;
      const message = `The text of ${said.text.length} characters comes in one event.`;
      return broken({ message, expected: "an event for each piece", actual: "1 event", pointer: said.at.text });
    },
  },
};

/** Words that no model writes at once. */
const fewestWords = 5;

/** Adjustments of the checks to one call. */
export interface Adjusted {
  /** Other names in the ids of its rules. */
  as?: Partial<Record<CheckName, string>>;
  /** Checks that don't hold for it though they would fit, each with the reason. */
  except?: Partial<Record<CheckName, string>>;
}

export function checkRules(plan: ExchangePlan, after: string[], { as = {}, except = {} }: Adjusted = {}): Rule[] {
  const asked = askedBy(plan);
  if (asked === undefined) return [];
  const { dialect } = asked;
  const fitting = Object.entries(checks).filter(([name, { on }]) => !(name in except) && on(asked));
  const idOf = (name: string) => as[name as CheckName] ?? checks[name as CheckName].id ?? name;
  const earlier = ({ after: names = [] }: Check<CheckName>) =>
    names.filter((each) => fitting.some(([name]) => name === each));
  return fitting.map(([name, check]) => {
    const { says, element, requirements = [], provenance = "upstream", reads, judge } = check;
    const client = check.client?.(asked);
    // What a stream brings is delivered wrong before it is wrong.
    const first = element === "text" && asked.isStreamed ? "R6.1" : element && dialect.rows[element];
    const about = ruleOn(plan, idOf(name), {
      takesPlainer: true,
      sentence: `${plan.says} ${says}`,
      requirements: [...(first ? [first] : []), ...dialect.requirements, ...requirements],
      provenance,
      // Whose the form of a tool call is differs by the interface.
      ...(name === "call" && { requirements: dialect.tools.requirements, provenance: dialect.tools.provenance }),
      after: [...after, ...earlier(check).map(idOf)],
      ...(client !== undefined && { client }),
      ...(check.everywhere && asked.isFirst && { everywhere: true as const }),
      reads: [plan],
      judge: (_read, [exchange, ...others]) => {
        if (exchange === undefined) return { outcome: "blocked", reason: "There is no reply." };
        return judge({ said: saidIn(exchange), sent: sentIn(exchange), exchange, dialect, others });
      },
    });
    return { ...about, checks: [name, ...(check.after ?? [])], exchanges: [plan.id, ...(reads?.(asked) ?? [])] };
  });
}
