import { valueAt } from "@model-access/contract";
import { dialectOfCall } from "../dialects.js";
import type { Exchange } from "../exchange.js";
import { parseJson } from "../reading/parse-json.js";
import { saidIn } from "../reading/said.js";
import { broken, pass, type Verdict } from "../rule.js";
import { bodyOf } from "./reply.js";

/** Judges that there is a text, unless reasoning took all the tokens there were, or may have. */
export function judgeTextThere(exchange: Exchange): Verdict {
  const { text, isCut } = saidIn(exchange);
  if (text !== "") return pass;
  const { reasoningAt } = dialectOfCall(exchange.plan);
  const reasoning = reasoningAt === undefined ? 0 : valueAt(bodyOf(exchange.reply), reasoningAt);
  if (Number(reasoning ?? 0) > 0 || (reasoning === undefined && isCut))
    return { outcome: "skip", reason: "Reasoning took all the tokens there were." };
  return broken({ message: "The reply to a plain question has no text.", expected: "a text" });
}

/** Judges that a text has nothing of what had to end it; which way a text was to end is the model's own. */
export function judgeStopped(exchange: Exchange, ...stops: string[]): Verdict {
  const { text, at } = saidIn(exchange);
  const stop = stops.find((each) => text.includes(each));
  if (stop === undefined) return pass;
  const message = `The text has the stop text in it: ${JSON.stringify(text.slice(0, 80))}.`;
  return broken({ message, expected: `no ${JSON.stringify(stop)}`, pointer: at.text });
}

/** The finding that a call beside another one has a text which it has not on its own. */
export function otherText(
  beside: Exchange,
  { actual, expected, pointer }: Record<"actual" | "expected" | "pointer", string>,
): Verdict {
  return broken({
    message: `The text of ${beside.plan.says} is not the one that it has on its own.`,
    expected: expected.slice(0, 80),
    actual: actual.slice(0, 80),
    pointer,
    // A model samples: it may say another thing the third time.
    provenance: "inferred",
    exchange: beside,
  });
}

/** Judges each of some calls until one does not pass; what is broken is that one's. */
export function firstNotPassed(all: Exchange[], judge: (exchange: Exchange) => Verdict): Verdict {
  for (const exchange of all) {
    const verdict = judge(exchange);
    if (verdict.outcome !== "pass")
      return verdict.outcome === "broken" ? broken({ ...verdict.finding, exchange }) : verdict;
  }
  return pass;
}

const heedsNoSchema: Verdict = { outcome: "skip", reason: "The deployment heeds no schema for a text." };

/** Judges that a text which a schema was sent for has nothing around its JSON; what heeds no schema passes. */
export function judgeNothingAround(exchange: Exchange): Verdict {
  const { text, at } = saidIn(exchange);
  if (text.trimStart().startsWith("{")) return pass;
  if (!/\{\s*"/.test(text)) return heedsNoSchema;
  const message = "The JSON that was asked for has other text around it.";
  return broken({ message, expected: "{", actual: text.slice(0, 80), pointer: at.text });
}

export function judgeHeedsSchema(streamed: Exchange, plain: Exchange): Verdict {
  if (!saidIn(plain).text.trimStart().startsWith("{")) return heedsNoSchema;
  const { text, at } = saidIn(streamed);
  if (/\{\s*"/.test(text)) return judgeNothingAround(streamed);
  const message = "A plain reply is the JSON that was asked for, and a streamed one with a schema is none.";
  return broken({ message, expected: "JSON", actual: text.slice(0, 80), pointer: at.text });
}

/** Judges that a text is an object with these members, with values of these types, and no others; `end` is what a stop text took. */
export function judgeMembers(
  exchange: Exchange,
  { members, end }: { members: Record<string, string>; end: string },
): Verdict {
  const { text, isCut, at } = saidIn(exchange);
  if (isCut) return { outcome: "skip", reason: "The text was cut off." };
  const value = parseJson(text) ?? parseJson(`${text}${end}`);
  const isThere = ([name, type]: [string, string]) => isOfType(Object(value)[name], type);
  const isWhole = Object.entries(members).every(isThere);
  if (isWhole && Object.keys(Object(value)).length === Object.keys(members).length) return pass;
  const expected = Object.keys(members).join(" and ");
  const message = "The JSON has not the members that its schema requires, or has others.";
  return broken({ message, expected, actual: text.slice(0, 80), pointer: at.text });
}

const isOfType = (value: unknown, type: string) =>
  type === "integer" ? Number.isInteger(value) : typeof value === type;
