import { requireBody } from "../options/check-options.js";
import { estimatePoints } from "./estimate-points.js";
import { type PriceTable, requirePrices } from "./price-table.js";

/** The points that a request may cost, and why. */
export interface Estimate {
  /** In points; `"unknown"`, never 0, where that cannot be told. */
  points: number | "unknown";
  /** The basis of the figure, or the reason why it is missing; for people. */
  restsOn: string;
}

/** The parts of a request that its price depends on. Every request body of the contract fits. */
export interface PricedRequest {
  /** An id or a display name. */
  model?: string | null | undefined;
  /** The most tokens the reply may have. */
  max_tokens?: number | null | undefined;
  /** The same by its newer name in chat completions. */
  max_completion_tokens?: number | null | undefined;
  /** The same in the responses interface. */
  max_output_tokens?: number | null | undefined;
  /** An earlier response whose conversation this one continues. */
  previous_response_id?: string | null | undefined;
}

// UTF-8 has four bytes for a token of English prose, and three for a character of most scripts that have a token for each.
const bytesPerToken = 3;
// What adds tokens that cannot be read off the request. A quote inside a text is escaped, so only members are found.
const uncounted =
  /"type":"(image|image_url|input_image|file|input_file|document|input_audio|web_search\w*)"|"attachments":\[\{/;

/**
 * The most that a request is likely to cost before it is sent: its text at one token per three bytes of its JSON, and a
 * reply as long as `max_tokens` or the model allows. The points are `"unknown"` if there is no price in points, or if the
 * request has something that cannot be counted: pictures, files, web searches, an earlier response.
 *
 * @example
 * const { points, restsOn } = estimateRequest(prices, { model: "Claude-Sonnet-4.5", max_tokens: 300, messages });
 */
export function estimateRequest(prices: PriceTable, body: PricedRequest): Estimate {
  requirePrices(prices);
  requireBody(body);
  const { model } = body;
  // A body that comes through the raw client may be anything.
  if (typeof model !== "string" || model === "") return unknown("the request names no model");
  const price = prices.get(model.toLowerCase());
  if (price === undefined) return unknown(`the price of ${model} in points is unknown`);
  if (price.prompt === undefined && price.completion === undefined) {
    if (price.request === undefined) return unknown(`the price of ${model} per text token or per request is unknown`);
    return { points: estimatePoints(prices, { model }), restsOn: `the price of ${model} per request` };
  }

  const json = JSON.stringify(body);
  if (uncounted.test(json) || body.previous_response_id) {
    return unknown(
      "the request has pictures, files, a web search or an earlier response, whose tokens cannot be counted",
    );
  }
  const limit = body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens;
  const outputTokens = limit ?? price.maxOutputTokens;
  if (typeof outputTokens !== "number" || !Number.isFinite(outputTokens)) {
    return unknown(`neither the request nor the models list says how long a reply of ${model} may be`);
  }

  const inputTokens = Math.ceil(new TextEncoder().encode(json).length / bytesPerToken);
  const bound = outputTokens === limit ? "the request's limit" : "the model's longest reply";
  return {
    points: estimatePoints(prices, { model, inputTokens, outputTokens }),
    restsOn: `the prices of ${model}, some ${inputTokens} input tokens by the length of the request, and ${outputTokens} output tokens by ${bound}`,
  };
}

function unknown(restsOn: string): Estimate {
  return { points: "unknown", restsOn };
}
