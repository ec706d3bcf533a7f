import { valueAt } from "@model-access/contract";
import { priceInPoints } from "../reading/price.js";
import type { RecordedCall } from "./read-record.js";

const inputNames = ["prompt_tokens", "input_tokens"];
const outputNames = ["completion_tokens", "output_tokens"];

/** The tokens that an answer says it used; the last that a stream says. Undefined where it says none. */
export function tokensOf(call: RecordedCall): { input: number; output: number } | undefined {
  const usages = payloadsOf(call).flatMap((payload) =>
    ["/usage", "/message/usage", "/response/usage"].map((pointer) => valueAt(payload, pointer)),
  );
  const last = (names: string[]) =>
    usages
      .flatMap((usage) => names.map((name) => valueAt(usage, `/${name}`)))
      .findLast((count): count is number => typeof count === "number");
  const [input, output] = [last(inputNames), last(outputNames)];
  return input === undefined && output === undefined ? undefined : { input: input ?? 0, output: output ?? 0 };
}

export function pointsOf(call: RecordedCall, modelList: unknown): number | undefined {
  const used = tokensOf(call);
  if (used === undefined || modelList === undefined) return undefined;
  const usage = { prompt_tokens: used.input, completion_tokens: used.output };
  return priceInPoints(modelList, valueAt(call.sent, "/model"), usage)?.exact;
}

export function payloadsOf({ exchange, answered }: RecordedCall): unknown[] {
  return exchange.plan.isStreamed ? exchange.stream().payloads : [answered];
}
