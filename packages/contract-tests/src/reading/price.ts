import { valueAt } from "@model-access/contract";
import { recordsOf } from "./choose-model.js";

const unboundedAnswer = 4_096;

/** The price of a call by a model list, and the range that rounding allows. */
export interface Price {
  exact: number;
  least: number;
  most: number;
}

/**
 * Computes what a chat completion costs by the prices in points of the model list; undefined where they or the usage are not there,
 * and where a part of the prompt may have been cheaper.
 */
export function priceInPoints(list: unknown, model: unknown, usage: unknown): Price | undefined {
  const record = recordsOf(list).find((each) => valueAt(each, "/id") === model);
  const [prompt, completion] = ["prompt_tokens", "completion_tokens"].map((name) => valueAt(usage, `/${name}`));
  if (typeof prompt !== "number" || typeof completion !== "number") return undefined;
  if (Number(valueAt(usage, "/prompt_tokens_details/cached_tokens") ?? 0) > 0) return undefined;
  const parts = Object.entries({ prompt, completion, request: 1 }).flatMap(([name, count]) => {
    const price = valueAt(record, `/pricing/points/${name}`);
    return price === undefined || price === null ? [] : [Number(price) * count];
  });
  const exact = parts.reduce((sum, part) => sum + part, 0);
  if (parts.length === 0 || !Number.isFinite(exact)) return undefined;
  return {
    exact,
    least: parts.reduce((sum, part) => sum + Math.floor(part), 0),
    // A price that is told as 0 may be less than what is told of it.
    most: parts.reduce((sum, part) => sum + Math.max(1, Math.ceil(part)), 0),
  };
}

/** True for a cost that is this price, but for rounding and a tenth. */
export const isCostOf = ({ exact, least, most }: Price, cost: number): boolean =>
  cost >= Math.min(least, 0.9 * exact) && cost <= Math.max(most, 1.1 * exact);

/** The most that a request can cost by a model list: every byte a token, and as long an answer as it allows. */
export function worstPrice(list: unknown, body: unknown): { amount: number; unit: "points" | "usd" } | undefined {
  const record = recordsOf(list).find((each) => valueAt(each, "/id") === valueAt(body, "/model"));
  const most = ["/max_tokens", "/max_output_tokens"].map((pointer) => valueAt(body, pointer));
  const counts = {
    prompt: Buffer.byteLength(JSON.stringify(body)),
    completion: Number(most.find((count) => typeof count === "number") ?? unboundedAnswer),
    request: 1,
  };
  for (const [unit, pointer] of [
    ["points", "/pricing/points"],
    ["usd", "/pricing"],
  ] as const) {
    const prices = Object.entries(counts).map(
      ([name, count]) => [valueAt(record, `${pointer}/${name}`), count] as const,
    );
    if (!prices.some(([price]) => typeof price === "string" && price !== "")) continue;
    return { amount: prices.reduce((sum, [price, count]) => sum + Number(price ?? 0) * count, 0), unit };
  }
  return undefined;
}
