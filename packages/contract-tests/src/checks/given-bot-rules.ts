import type { ExchangePlan } from "../exchange.js";
import type { Rule } from "../rule.js";
import { type After, rule } from "./define-rule.js";
import { judgeRefusedAnyhow } from "./refusal-rules.js";
import { judgeStatus } from "./reply.js";

/** The rules that bots which only the caller can name are refused, on another interface or in another way than chat completions. */
export function givenBotRules(
  { privateBot, appBot }: Record<"privateBot" | "appBot", ExchangePlan>,
  about: {
    status: number;
    requirements: string[];
    provenance: Rule["provenance"];
    level?: Rule["level"];
    after?: After[];
  },
): Rule[] {
  const { status, after, requirements, ...source } = about;
  return [privateBot, appBot].map((plan, index) =>
    rule(plan, "", {
      ...source,
      sentence: status === 404 ? `${plan.says} is refused with status ${status}` : `${plan.says} is refused`,
      requirements: [index === 0 ? "R1.10" : "R1.11", ...requirements],
      ...(after?.[index] !== undefined && { after: after[index] as After }),
      judge: (exchange) => (status === 404 ? judgeStatus(exchange, status) : judgeRefusedAnyhow(exchange, status)),
    }),
  );
}
