import { type Provenance, valueAt } from "@model-access/contract";
import { type Dialect, dialectOf, type Element } from "../dialects.js";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { textsAskedFor } from "../reading/said.js";
import { exampleCall } from "../requests/example-call.js";
import { fewTokens } from "../requests/questions.js";
import type { Verdict } from "../rule.js";
import type { Told } from "./token-counts.js";

export interface Asked {
  dialect: Dialect;
  asks(member: string): boolean;
  isStreamed: boolean;
  /** True for the plain call and the stream by which an interface is tried first. */
  isFirst: boolean;
  hasLimit: boolean;
  /** True where a stream is asked for its usage, and for a plain call. */
  hasUsage: boolean;
  /** True where the question has the words of the answer, and nothing may end it before the last one. */
  isForText: boolean;
  /** False where it asks for the least likely words. */
  isSteady: boolean;
  /** True where a tool has to be called, and where there are tools that may not be. */
  isForTool: boolean;
  isForNoTool: boolean;
  hasTools: boolean;
}

/** Returns what a call of a model asks, as far as it decides what is checked; undefined for a call of another operation. */
export function askedBy(plan: ExchangePlan): Asked | undefined {
  const dialect = dialectOf(plan.operationId);
  const body = exampleCall(plan)?.json;
  if (dialect === undefined || body === undefined) return undefined;
  const asks = (name: string) => valueAt(body, `/${name}`) !== undefined;
  const isStreamed = plan.isStreamed === true;
  const isOther = ["stop", "stop_sequences", "response_format", "text"].some(asks);
  const [choice, limit] = ["tool_choice", dialect.maxTokens].map((name) => valueAt(body, `/${name}`));
  const mayCall = asks("tools") && choice !== "none";
  return {
    dialect,
    asks,
    isStreamed,
    isFirst: plan.id === `${dialect.name}/${isStreamed ? "stream" : "reply"}`,
    hasLimit: limit !== undefined,
    hasUsage: !isStreamed || dialect.name !== "chat" || asks("stream_options"),
    isForText: textsAskedFor(body).length > 0 && !isOther && !mayCall && !(Number(limit) < fewTokens),
    isSteady: !(Number(valueAt(body, "/temperature")) > 1),
    hasTools: asks("tools"),
    isForNoTool: choice === "none",
    isForTool: mayCall && [choice, valueAt(choice, "/type")].some((each) => forcing.includes(each)),
  };
}

const forcing: unknown[] = ["required", "any", "tool", "function"];

export interface Seen extends Told {
  exchange: Exchange;
  others: Exchange[];
}

export interface Check<Name extends string = string> {
  on(asked: Asked): boolean;
  /** Its name in the ids of its rules, where another check has it on other calls. */
  id?: string;
  /** To follow the call's own words. */
  says: string;
  /** Upstream without it. */
  provenance?: Provenance;
  /** The official client that breaks on what the upstream provider does not do. */
  client?(asked: Asked): string | undefined;
  /** The element that it is about, whose row comes first. */
  element?: Element;
  /** Rows beside those of the interface. */
  requirements?: string[];
  after?: Name[];
  reads?(asked: Asked): string[];
  /** True where it may be asked of answers that others got. */
  everywhere?: true;
  judge(seen: Seen): Verdict;
}
