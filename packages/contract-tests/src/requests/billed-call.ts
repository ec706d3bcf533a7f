import { type RequestBody, valueAt } from "@model-access/contract";
import { type Dialect, type DialectName, dialects } from "../dialects.js";
import type { Call, CannotCall, ExchangePlan, Facts } from "../exchange.js";
import { question, withModel } from "./questions.js";

/** The bodies of calls, by their interface. */
export interface Bodies {
  chat: RequestBody<"createChatCompletion">;
  messages: RequestBody<"createMessage">;
  responses: RequestBody<"createResponse">;
}

/** A body without members that the contract has not: the compiler would let a function return them. */
type Exactly<Body, Known> = Body & Record<Exclude<keyof Body, keyof Known>, never>;

interface BilledCall<Name extends DialectName, Body extends Bodies[Name]> extends Partial<Omit<ExchangePlan, "write">> {
  id: string;
  says: string;
  json: (model: string, facts: Facts) => Exactly<Body, Bodies[Name]>;
  call?: Omit<Call, "json">;
  unless?(facts: Facts): CannotCall | undefined;
  /** Another model than most calls have, and the reason not to make the call where there is none. */
  model?: { of(facts: Facts): string | undefined; without: CannotCall };
  /** The other provider whose model is called, where the list has one: see `Facts.otherModel`. */
  provider?: number;
  /** The feature that this model has to have. */
  feature?: string;
}

/** Plans a call that a model has to answer, which is billed. */
export function billedCall<Name extends DialectName, Body extends Bodies[Name]>(
  name: Name,
  { json, call, unless, model: other, provider, feature, ...about }: BilledCall<Name, Body>,
): ExchangePlan {
  const { use, operationId, headers }: Dialect = dialects[name];
  const withHeaders = headers !== undefined || call?.headers !== undefined;
  return {
    operationId,
    isValid: true,
    isBilled: true,
    ...(provider !== undefined && { forFirstModel: ofFirst(name) }),
    ...about,
    write: (facts) => {
      const asked =
        provider === undefined ? other?.of(facts) : facts.otherModel(use, { provider, ...(feature && { feature }) });
      if (other !== undefined && asked === undefined) return other.without;
      return (
        unless?.(facts) ??
        withModel(facts, use, (model) => ({
          ...call,
          ...(withHeaders && { headers: { ...headers, ...call?.headers } }),
          json: json(asked ?? model, facts),
        }))
      );
    },
  };
}

const ofFirst =
  (name: DialectName) =>
  (body: unknown, facts: Facts): unknown => {
    const first = facts.modelFor(dialects[name].use);
    return first === undefined || first === valueAt(body, "/model") ? undefined : { ...Object(body), model: first };
  };

const mostForPlain = 256;

/**
 * A call of a model that carries much at once. Where a deployment refuses it, one question with a limit of tokens is asked,
 * so that one thing that it does not take does not keep all others from being judged.
 */
export function denseCall<Name extends DialectName, Body extends Bodies[Name]>(
  name: Name,
  about: BilledCall<Name, Body>,
): ExchangePlan {
  return { ...billedCall(name, about), plainer: (body) => plainBody(dialects[name], body) };
}

function plainBody({ maxTokens, prompt }: Dialect, body: unknown): unknown {
  const stream = valueAt(body, "/stream");
  return {
    model: valueAt(body, "/model"),
    [prompt]: [{ role: "user", content: question }],
    [maxTokens]: mostForPlain,
    ...(stream !== undefined && { stream }),
  };
}
