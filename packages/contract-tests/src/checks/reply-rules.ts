import { type Provenance, responseOf } from "@model-access/contract";
import type { Exchange, ExchangePlan } from "../exchange.js";
import type { Rule } from "../rule.js";
import { jsonOf } from "../wire/wire.js";
import { type Adjusted, checkRules } from "./answer-checks.js";
import { rule } from "./define-rule.js";
import { judgeBody, judgeHeaders, judgeMediaType, judgeStatus, type Weight } from "./reply.js";

/** All that has to be known of a plain reply beyond what the contract says of its operation. */
export interface ReplyOptions {
  requirements: string[];
  /** The source of the statement that the call is answered. */
  provenance: Provenance;
  /** The source of the statement that JSON is called so; that the reply is no page weighs what the reply does. */
  mediaType: Provenance;
  /** The strongest provenance in the shape of the reply. */
  shape: Provenance;
  weight?: Weight;
  /** Rules on what the specification states of the body. They come before its shape: one fault is one finding. */
  stated?: Rule[];
  adjusted?: Adjusted;
}

export function replyRules(plan: ExchangePlan, options: ReplyOptions): Rule[] {
  const { requirements, provenance, mediaType, shape, weight, stated = [] } = options;
  return [
    rule(plan, "status", {
      sentence: `${plan.says} is answered with status 200, whole and in time`,
      requirements: [...requirements, "R7.1"],
      provenance,
      takesPlainer: true,
      judge: (exchange) => judgeStatus(exchange, 200),
    }),
    rule(plan, "media-type", {
      sentence: `${plan.says} is answered with JSON`,
      requirements,
      provenance,
      takesPlainer: true,
      everywhere: "head",
      after: "status",
      judge: (exchange) => judgeMediaType(exchange, "application/json", isJson(exchange) ? mediaType : undefined),
    }),
    ...headerRules(plan, { status: 200, after: "status", requirements }),
    ...stated,
    rule(plan, "schema", {
      sentence: `the reply to ${plan.says} has the shape of the contract`,
      requirements,
      provenance: shape,
      takesPlainer: true,
      everywhere: true,
      after: stated.at(-1) ?? "status",
      judge: (exchange) => judgeBody(exchange, weight),
    }),
    ...checkRules(plan, ["schema"], options.adjusted),
  ];
}

/** The rule on the headers that the contract documents for a status; none where it documents none. */
export function headerRules(
  plan: ExchangePlan,
  about: { status: number; after: string; requirements: string[] },
): Rule[] {
  const { status, after, requirements } = about;
  const headers = responseOf(plan.operationId, status)?.headers ?? [];
  // A text that may be absent can't be wrong.
  if (headers.every(({ required, types }) => !required && types.every((type) => type === "string"))) return [];
  return [
    rule(plan, "headers", {
      topic: "docs",
      sentence: `the documented headers in the answer to ${plan.says} have the right form`,
      requirements,
      provenance: "observed",
      takesPlainer: true,
      everywhere: "head",
      after,
      judge: judgeHeaders,
    }),
  ];
}

const isJson = ({ reply }: Exchange) => reply !== undefined && jsonOf(reply) !== undefined;
