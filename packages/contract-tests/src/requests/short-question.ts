import type { Call, CannotCall, Facts, ModelUse } from "../exchange.js";
import { letters, manyLines } from "./unicode.js";

/** Asks for a text that stands in the question, so that what is lost or spoilt on the way shows. */
export const saying = (text: string): string => `Reply with exactly this: ${text}`;

/** The question of most calls: little to read, less to answer. */
export const question = saying(`ready, ${letters}`);

export const questionOfLines = saying(manyLines);

/** The most tokens that an answer may cost. */
export const shortAnswer = 64;

export const noSuchModel = "contract-tests-no-such-model";

export function withModel(facts: Facts, use: ModelUse, write: (model: string) => Call): Call | CannotCall {
  const model = facts.modelFor(use);
  return model === undefined ? { because: `the model list has no text model for ${use}` } : write(model);
}

/** The model for a call that is refused for another reason: a real one where there is one. */
export function anyModel(facts: Pick<Facts, "modelFor">, use: ModelUse): string {
  return facts.modelFor(use) ?? noSuchModel;
}
