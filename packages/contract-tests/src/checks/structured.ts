import type { Exchange } from "../exchange.js";
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

/** Judges that a streamed text heeds a schema, where a plain one does. */
export function judgeHeedsSchema(streamed: Exchange, plain: Exchange): Verdict {
  if (!saidIn(plain).text.trimStart().startsWith("{")) return heedsNoSchema;
  const { text, at } = saidIn(streamed);
  if (/\{\s*"/.test(text)) return judgeNothingAround(streamed);
  const message = "A plain reply heeds the schema for its text, and a streamed one does not.";
  return broken({ message, expected: "JSON", actual: text.slice(0, 80), pointer: at.text });
}
