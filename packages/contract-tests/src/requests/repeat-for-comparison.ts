import { dialectOf } from "../dialects.js";
import type { CannotCall, ExchangePlan, Facts } from "../exchange.js";
import { joinedText, plainly, plainText } from "../reading/joined-text.js";
import { streamOf } from "../reading/stream-reading.js";
import { jsonOf } from "../wire/wire.js";

/** The reason not to make the plain call again. */
const sameTextAgain: CannotCall = { because: "the streamed text is the plain one", isNeedless: true };

/**
 * Plans a plain call once more, where the text of the stream of the same question is another one. A model samples: only a
 * second plain reply shows whether this one would have said the same.
 */
export function repeatForComparison(
  { plain, streamed }: Record<"plain" | "streamed", ExchangePlan>,
  about: Pick<ExchangePlan, "id" | "says"> & Partial<Pick<ExchangePlan, "write">>,
): ExchangePlan {
  return {
    ...plain,
    ...about,
    needs: [plain.id, streamed.id],
    repeats: { plain: plain.id, streamed: streamed.id },
    write: (facts) => (textDiffers(facts, { plain, streamed }) ? (about.write ?? plain.write)(facts) : sameTextAgain),
  };
}

function textDiffers(facts: Facts, of: Record<"plain" | "streamed", ExchangePlan>): boolean {
  const [plain, streamed] = [facts.replyTo(of.plain.id), facts.replyTo(of.streamed.id)];
  const dialect = dialectOf(of.plain.operationId)?.name;
  if (plain?.status !== 200 || streamed?.status !== 200 || dialect === undefined) return false;
  const text = joinedText(streamOf(of.streamed.operationId, streamed.body)().payloads, dialect);
  return plainly(text) !== plainly(plainText(jsonOf(plain)?.value, dialect));
}
