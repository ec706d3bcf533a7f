import { valueAt } from "@model-access/contract";
import type { Dialect } from "../dialects.js";
import type { Exchange } from "../exchange.js";
import { plainText } from "../reading/joined-text.js";
import { saidIn } from "../reading/said.js";
import { broken, pass, type Verdict } from "../rule.js";
import { bodyOf } from "./reply.js";

/** Judges that there is a text, unless reasoning took all the tokens there were, or may have. */
export function judgeTextThere(exchange: Exchange, dialect: Dialect): Verdict {
  const body = bodyOf(exchange.reply);
  if (plainText(body, dialect.name) !== "") return pass;
  const reasoning = dialect.reasoningAt === undefined ? 0 : valueAt(body, dialect.reasoningAt);
  if (Number(reasoning ?? 0) > 0 || (reasoning === undefined && saidIn(exchange, dialect).isCut))
    return { outcome: "skip", reason: "Reasoning took all the tokens there were." };
  return broken({ message: "The reply to a plain question has no text.", expected: "a text" });
}

/** Judges that a text has not what had to end it; which way a text was to end is the model's own. */
export function judgeStopped(text: string, { stop, pointer }: { stop: string; pointer: string }): Verdict {
  if (!text.includes(stop)) return pass;
  const message = `The text has the stop text in it: ${JSON.stringify(text.slice(0, 80))}.`;
  return broken({ message, expected: `no ${JSON.stringify(stop)}`, pointer });
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
