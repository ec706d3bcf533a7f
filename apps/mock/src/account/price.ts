import type { Model } from "@model-access/contract";

export interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

/**
 * The points of a request by its model's prices in the model list (R8.3): whole points, at least 1, and 0 only where
 * all prices are stated to be 0. A model whose price isn't listed costs points all the same.
 */
export function priceOf(model: Model, { inputTokens, outputTokens }: Tokens): number {
  if (model.pricing == null) return unlistedPrice;
  const { prompt, completion, request } = pricesOf(model);
  if (prompt === 0 && completion === 0 && request === 0) return 0;
  return Math.max(1, Math.round(prompt * inputTokens + completion * outputTokens + request));
}

/** The points of a request to a model whose price the list does not tell. */
const unlistedPrice = 1;

export function minimumPriceOf(model: Model): number {
  return priceOf(model, { inputTokens: 0, outputTokens: 0 });
}

/** Returns the cost of a request without counted tokens: the model's price per request, 0 where it has only others. */
export function requestPriceOf(model: Model): number {
  if (model.pricing == null) return unlistedPrice;
  return pricesOf(model).request === 0 ? 0 : minimumPriceOf(model);
}

/** Prices come as decimal strings; a key that does not apply is null or not there. */
function pricesOf({ pricing }: Model): { prompt: number; completion: number; request: number } {
  const { prompt, completion, request } = pricing?.points ?? {};
  return { prompt: Number(prompt ?? 0), completion: Number(completion ?? 0), request: Number(request ?? 0) };
}
