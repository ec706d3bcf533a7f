import { type Model, validateResponseBody } from "@model-access/contract";
import type { Mistake } from "./mistake.js";

/** What is wrong with a model, by the contract's schema of the model list. */
export function checkModel(model: Model): Mistake[] {
  const list = { object: "list", data: [model] };
  return validateResponseBody("listModels", 200, "application/json", list).map(({ pointer, message }) => ({
    pointer: pointer.replace(/^\/data\/0/, ""),
    message: message.replace(/'data\[0\]\.?(.*?)'/, (_, name: string) => (name === "" ? "It" : `'${name}'`)),
  }));
}
