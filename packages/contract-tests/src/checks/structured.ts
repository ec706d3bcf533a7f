import { broken, pass, type Verdict } from "../rule.js";

const heedsNoSchema: Verdict = { outcome: "skip", reason: "The deployment heeds no schema for a text." };

/** Judges that a text which a schema was sent for has nothing around its JSON; what heeds no schema passes. */
export function judgeNothingAround(text: string, pointer: string): Verdict {
  if (text.trimStart().startsWith("{")) return pass;
  if (!/\{\s*"/.test(text)) return heedsNoSchema;
  return broken({
    message: "The JSON that was asked for has other text around it.",
    expected: "{",
    actual: text.slice(0, 80),
    pointer,
  });
}

/** Judges that a streamed text heeds a schema, where a plain one does. */
export function judgeHeedsSchema({
  streamed,
  plain,
  pointer,
}: Record<"streamed" | "plain" | "pointer", string>): Verdict {
  if (!plain.trimStart().startsWith("{")) return heedsNoSchema;
  if (/\{\s*"/.test(streamed)) return judgeNothingAround(streamed, pointer);
  return broken({
    message: "A plain reply heeds the schema for its text, and a streamed one does not.",
    expected: "JSON",
    actual: streamed.slice(0, 80),
    pointer,
  });
}
