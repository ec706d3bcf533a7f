import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { joinedText, plainly, plainText, type TextDialect } from "../reading/joined-text.js";
import { broken, pass, type Verdict } from "../rule.js";
import { bodyOf } from "./reply.js";

/** Judges that there is a text, unless reasoning took all the tokens there were, or may have. */
export function judgeTextThere(
  { reply }: Exchange,
  dialect: TextDialect,
  { reasoningAt = "", isCut = () => false }: { reasoningAt?: string; isCut?: (body: unknown) => boolean } = {},
): Verdict {
  const body = bodyOf(reply);
  if (plainText(body, dialect) !== "") return pass;
  const reasoning = reasoningAt === "" ? 0 : valueAt(body, reasoningAt);
  if (Number(reasoning ?? 0) > 0 || (reasoning === undefined && isCut(body)))
    return { outcome: "skip", reason: "Reasoning took all the tokens there were." };
  return broken({ message: "The reply to a plain question has no text.", expected: "a text" });
}

/**
 * Judges that a stream's text is that of the plain reply. A model samples: where the second plain reply differs from the
 * first, only that there is a text is judged.
 */
export function judgeStreamedText(
  {
    plain,
    streamed,
    again,
  }: { plain: Exchange | undefined; streamed: Exchange | undefined; again: Exchange | undefined },
  dialect: TextDialect,
): Verdict {
  if (plain?.reply?.status !== 200 || streamed === undefined)
    return { outcome: "blocked", reason: "There is no plain reply to compare with." };
  const expected = plainText(bodyOf(plain.reply), dialect);
  const actual = joinedText(streamed.stream().events, dialect);
  if (expected === "") return { outcome: "skip", reason: "The plain reply has no text to compare with." };
  const finding = { expected: expected.slice(0, 200), actual: actual.slice(0, 200) };
  if (actual === "")
    return broken({ message: "The stream has no text, and the plain reply to the same question has one.", ...finding });
  if (plainly(actual) === plainly(expected)) return pass;
  const second = plainText(bodyOf(again?.reply), dialect);
  if (plainly(second) !== plainly(expected)) return pass;
  return broken({
    message: "The pieces of the stream, joined, are not the text that the plain call gave twice.",
    ...finding,
  });
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
