import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { priceInPoints } from "../reading/price.js";
import { broken, pass, type Verdict } from "../rule.js";
import { bodyOf } from "./reply.js";

/** Judges that the entry of a call has the cost that the model list says of its tokens, a tenth more or less. */
export function judgeCost({ entry, call, list }: { entry: unknown; call: Exchange; list: unknown }): Verdict {
  const model = valueAt(JSON.parse(call.request.body ?? "null"), "/model");
  const price = priceInPoints(list, model, valueAt(bodyOf(call.reply), "/usage"));
  if (price === undefined)
    return { outcome: "skip", reason: "The model list has no price in points for this model, or the reply no usage." };
  const cost = Number(valueAt(entry, "/cost_points"));
  if (cost >= Math.min(price.least, 0.9 * price.exact) && cost <= Math.max(price.most, 1.1 * price.exact)) return pass;
  return broken({
    message: `The history says a cost of ${cost} points for ${String(model)}; by the model list it is ${price.exact.toFixed(2)}.`,
    expected: price.exact.toFixed(2),
    actual: String(cost),
    pointer: "/data/0/cost_points",
  });
}
