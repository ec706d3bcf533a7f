import type { CannotCall, Facts } from "../exchange.js";
import { joinedText, plainly, plainText, type TextDialect } from "../reading/joined-text.js";
import { readEventStream } from "../wire/event-stream.js";
import { jsonOf } from "../wire/wire.js";

/** Why the plain call is not made again. */
export const sameTextAgain: CannotCall = { because: "the streamed text is the plain one", isNeedless: true };

/**
 * True where a stream's text is not that of the plain reply to the same question. A model samples: only a second plain
 * reply shows whether this one would have said the same.
 */
export function textDiffers(facts: Facts, of: { dialect: TextDialect; plain: string; streamed: string }): boolean {
  const [plain, streamed] = [facts.replyTo(of.plain), facts.replyTo(of.streamed)];
  if (plain?.status !== 200 || streamed?.status !== 200) return false;
  const text = joinedText(readEventStream(streamed.body).events, of.dialect);
  return plainly(text) !== plainly(plainText(jsonOf(plain)?.value, of.dialect));
}
