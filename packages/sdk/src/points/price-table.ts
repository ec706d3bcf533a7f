import { check } from "../options/check-options.js";
import { isFields } from "../stream/json-fields.js";
import type { ModelList } from "../types.js";

/** The prices of a model, in points. A price that doesn't apply to the model is absent. */
export interface ModelPrice {
  /** Per input token. */
  prompt?: number;
  /** Per output token. */
  completion?: number;
  /** Per image token. */
  image?: number;
  /** Per request of any length. */
  request?: number;
  /** Per input token read from the prompt cache. */
  cacheRead?: number;
  /** Per input token written to the prompt cache. */
  cacheWrite?: number;
  /** The longest reply, in tokens. */
  maxOutputTokens?: number;
}

/** The prices of models by their ids and their display names, both in lower case. */
export type PriceTable = ReadonlyMap<string, ModelPrice>;

/**
 * The prices in points of a models list (R8.3). A model without one is not in the table: its price in USD says nothing
 * of points, because the contract knows no rate. Throws an `OptionError` for anything but a list of models.
 *
 * @example
 * const prices = createPriceTable(await client.models.list());
 */
export function createPriceTable(list: Pick<ModelList, "data">): PriceTable {
  // Whatever it is, a list has this function.
  check("models", list?.data?.every?.(isFields), "is no models list; pass that of models.list().");
  const table = new Map<string, ModelPrice>();
  for (const { id, metadata, pricing, context_window } of list.data) {
    const { prompt, completion, image, request, input_cache_read, input_cache_write } = pricing?.points ?? {};
    const amounts = { prompt, completion, image, request, cacheRead: input_cache_read, cacheWrite: input_cache_write };
    const known = Object.entries(amounts).filter(([, amount]) => /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(amount ?? ""));
    const price: ModelPrice = Object.fromEntries(known.map(([name, amount]) => [name, Number(amount)]));
    if (Object.keys(price).length === 0) continue;
    const maxOutputTokens = context_window?.max_output_tokens;
    if (typeof maxOutputTokens === "number") price.maxOutputTokens = maxOutputTokens;
    for (const name of [metadata?.display_name, id]) if (name) table.set(name.toLowerCase(), price);
  }
  return table;
}

/** Throws an `OptionError` for anything but a price table. */
export function requirePrices(prices: PriceTable): void {
  const isTable = typeof prices?.get === "function";
  check("prices", isTable, "is no price table; pass createPriceTable(list).");
}
