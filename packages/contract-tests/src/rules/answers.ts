import type { Exchange } from "../exchange.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { ruleOnExchanges } from "./on-exchanges.js";

const mostNamed = 5;

/** A call that is never answered, however often it is made, is no disturbance where others are answered (decision 0012). */
export const answersRule: Rule = ruleOnExchanges({
  id: "service/answers",
  sentence: "Every request gets an answer in time, at the second try if not at the first.",
  requirements: ["R7.1"],
  provenance: "inferred",
  level: "should",
  exchanges: ["models/list"],
  readsAll: true,
  judge: (_find, all) => judgeAnswers(all),
});

function judgeAnswers(all: Exchange[]): Verdict {
  const silent = all.filter(({ reply, timeOuts }) => reply === undefined && timeOuts > 1);
  const [first] = silent;
  if (first === undefined || all.every(({ reply }) => reply === undefined)) return pass;
  const named = silent.slice(0, mostNamed).map(({ plan }) => plan.says);
  const rest = silent.length - named.length;
  return broken({
    message: `No answer came, and none when asked again, to ${named.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}. ${first.failure?.message ?? ""}`,
    expected: "an answer",
    exchange: first,
  });
}
