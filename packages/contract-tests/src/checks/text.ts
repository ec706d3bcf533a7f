import { valueAt } from "@model-access/contract";
import { dialectOfCall } from "../dialects.js";
import type { Exchange } from "../exchange.js";
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
