import { type PriceTable, requirePrices } from "./price-table.js";

/** Token counts to price. Omitted counts are 0. */
export interface TokenCounts {
  /** As in a request: an id or a display name. */
  model: string;
  /** Input tokens that are in no cache. */
  inputTokens?: number;
  /** Tokens of the reply. */
  outputTokens?: number;
  /** Tokens of pictures. */
  imageTokens?: number;
  /** Input tokens from the prompt cache, which are not among `inputTokens`. */
  cacheReadTokens?: number;
  /** Input tokens that are written to the prompt cache, which are not among `inputTokens` either. */
  cacheWriteTokens?: number;
}

/**
 * The points of a request with so many tokens, rounded up; `"unknown"`, never 0, if the model or a price is missing. A price per
 * request covers everything without a separate price; cached tokens without a price cost as much as others.
 *
 * @example
 * estimatePoints(prices, { model: "Claude-Sonnet-4.5", inputTokens: 1200, outputTokens: 300 });
 */
export function estimatePoints(prices: PriceTable, counts: TokenCounts): number | "unknown" {
  requirePrices(prices);
  // Of no model nothing is known.
  const price = prices.get(String(counts?.model).toLowerCase());
  if (price === undefined) return "unknown";
  const { prompt, completion, image, request, cacheRead = prompt, cacheWrite = prompt } = price;
  const parts: [number | undefined, number | undefined][] = [
    [counts.inputTokens, prompt],
    [counts.outputTokens, completion],
    [counts.imageTokens, image],
    [counts.cacheReadTokens, cacheRead],
    [counts.cacheWriteTokens, cacheWrite],
  ];
  let points = request ?? 0;
  for (const [tokens = 0, pointsPerToken] of parts) {
    if (tokens > 0 && pointsPerToken === undefined && request === undefined) return "unknown";
    points += tokens * (pointsPerToken ?? 0);
  }
  // Binary fractions must not make 3 points of 0.1 × 30 into 4.
  return Math.max(0, Math.ceil(points - 1e-9));
}
