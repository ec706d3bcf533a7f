import { valueAt } from "@model-access/contract";
import { recordsOf } from "./choose-model.js";

/** What a chat completion costs by the prices in points of the model list; undefined where they or the usage are not there. */
export function priceInPoints(list: unknown, model: unknown, usage: unknown): number | undefined {
  const record = recordsOf(list).find((each) => valueAt(each, "/id") === model);
  const price = (name: string) => Number(valueAt(record, `/pricing/points/${name}`) ?? 0);
  const count = (name: string) => valueAt(usage, `/${name}`);
  const [prompt, completion] = [count("prompt_tokens"), count("completion_tokens")];
  if (valueAt(record, "/pricing/points") === undefined) return undefined;
  if (typeof prompt !== "number" || typeof completion !== "number") return undefined;
  if (Number(valueAt(usage, "/prompt_tokens_details/cached_tokens") ?? 0) > 0) return undefined;
  const points = price("prompt") * prompt + price("completion") * completion + price("request");
  return Number.isFinite(points) ? points : undefined;
}
