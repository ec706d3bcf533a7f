import type { Exchange } from "../exchange.js";
import { parseJson } from "../reading/parse-json.js";
import { saidIn } from "../reading/said.js";
import { broken, pass, type Verdict } from "../rule.js";

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
