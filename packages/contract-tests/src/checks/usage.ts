import { valueAt } from "@model-access/contract";
import { broken, pass, type Verdict } from "../rule.js";

/** Judges that the counted tokens add up, where all three counts are there. */
export function judgeUsageSum(usage: unknown, names: [string, string], pointer = "/usage"): Verdict {
  const [one, two, total] = [...names, "total_tokens"].map((name) => valueAt(usage, `/${name}`));
  if (typeof one !== "number" || typeof two !== "number" || typeof total !== "number") return pass;
  if (one + two === total) return judgeUsageParts(usage, names, pointer);
  const reasoning = valueAt(usage, `/${names[1]}_details/reasoning_tokens`);
  // Some providers count it apart from what is said.
  if (typeof reasoning === "number" && one + two + reasoning === total) return pass;
  return broken({
    message: `The total of tokens is ${total}, and ${one} and ${two} make ${one + two}.`,
    expected: String(one + two),
    actual: String(total),
    pointer: `${pointer}/total_tokens`,
  });
}

/** Cached tokens are of the prompt, and thought ones are of the answer. */
function judgeUsageParts(usage: unknown, names: [string, string], pointer: string): Verdict {
  const parts = [`${names[0]}_details/cached_tokens`, `${names[1]}_details/reasoning_tokens`];
  for (const [at, part] of parts.entries()) {
    const [count, whole] = [valueAt(usage, `/${part}`), valueAt(usage, `/${names[at]}`)];
    if (typeof count !== "number" || typeof whole !== "number" || count <= whole) continue;
    return broken({
      message: `Of ${whole} ${names[at]}, ${part} are ${count}.`,
      expected: `at most ${whole}`,
      actual: String(count),
      pointer: `${pointer}/${part}`,
      ...(at === 1 && { provenance: "inferred" as const }),
    });
  }
  return pass;
}
