import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { recordsOf } from "../reading/choose-model.js";
import { type Said, sentIn } from "../reading/said.js";
import { broken, pass, type Verdict } from "../rule.js";
import { bodyOf } from "./reply.js";

/** Judges that a listed model is known to the interface that was asked for it: what else it says is no matter here. */
export function judgeKnown(exchange: Exchange): Verdict {
  const body = bodyOf(exchange.reply);
  const [code, type] = ["/error/code", "/error/type"].map((pointer) => valueAt(body, pointer));
  const isUnknown = code === "model_not_found" || (exchange.reply?.status === 404 && type === "not_found_error");
  if (!isUnknown) return pass;
  const model = valueAt(sentIn(exchange), "/model");
  const { pathname } = new URL(exchange.request.url);
  return broken({
    message: `The model list has ${JSON.stringify(model)}, and ${pathname} doesn't know it.`,
    expected: "a refusal for the rest of the request",
    actual: code ?? type,
    pointer: "/error",
    exchange,
  });
}

/** A dated name and the short one of the same model begin alike. */
export function isNameLike(...names: [one: string, other: string]): boolean {
  const [one, other] = names.map((name) => name.toLowerCase()) as [string, string]; // of two come two
  return one.startsWith(other) || other.startsWith(one);
}

export function judgeModel(asked: unknown, { model: said, at }: Said, list: Exchange | undefined): Verdict {
  const ids = recordsOf(bodyOf(list?.reply)).map((record) => valueAt(record, "/id"));
  if (typeof asked !== "string" || typeof said !== "string" || !ids.includes(said)) return pass;
  const record = recordsOf(bodyOf(list?.reply)).find((each) => valueAt(each, "/id") === said);
  const names = [said, String(valueAt(record, "/metadata/display_name") ?? said)];
  if (names.some((name) => isNameLike(name, asked))) return pass;
  return broken({
    message: `The reply of ${asked} names ${said}, which is another model of the list.`,
    expected: asked,
    actual: said,
    pointer: at.model,
  });
}
