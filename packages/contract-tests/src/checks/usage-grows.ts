import { dialectOfCall } from "../dialects.js";
import type { ExchangePlan } from "../exchange.js";
import { saidIn } from "../reading/said.js";
import { broken, type Finding, pass, type Rule, type Verdict } from "../rule.js";
import { type After, rule } from "./define-rule.js";

/** The rule that counts follow what is counted: of a long prompt and a short one, of a long answer and a short one. */
export function countsMoveRule({
  short,
  long,
  after,
}: Record<"short" | "long", ExchangePlan> & { after: After[] }): Rule {
  const { name, requirements } = dialectOfCall(long);
  return rule(name, "usage-grows", {
    sentence: "prompts and answers of different lengths do not count the same tokens",
    requirements: [...requirements, "R8.3"],
    provenance: "upstream",
    reads: { short, long },
    takesMissing: true,
    after,
    judge: (read) => {
      if (read.long === undefined || read.short === undefined) return pass;
      const [longer, shorter] = [saidIn(read.long), saidIn(read.short)];
      if (shorter.prompt !== undefined && longer.prompt !== undefined && longer.prompt <= shorter.prompt)
        return sameCount("prompt", longer.prompt, shorter.prompt, { exchange: read.long, pointer: longer.at.usage });
      if (longer.completion === undefined || longer.completion !== shorter.completion) return pass;
      if (longer.text.length <= 2 * shorter.text.length) return pass;
      const about = { exchange: read.long, pointer: longer.at.usage };
      return sameCount("answer", longer.completion, shorter.completion, about);
    },
  });
}

function sameCount(what: string, long: number, short: number, about: Pick<Finding, "exchange" | "pointer">): Verdict {
  return broken({
    message: `A long ${what} counts ${long} tokens, and a much shorter one ${short}.`,
    expected: `more than ${short}`,
    actual: String(long),
    ...about,
  });
}
