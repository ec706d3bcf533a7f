import type { Model, ResponseRequest } from "@model-access/contract";
import { Refusal } from "../refusal.js";

/** Refuses a level of reasoning that the model does not list among its parameters; one that lists none takes any. */
export function checkEffort({ reasoning }: ResponseRequest, model: Model | undefined): void {
  const effort = reasoning?.effort;
  const parameter = model?.parameters?.find(({ name }) => name === "reasoning_effort");
  const levels = parameter?.schema?.enum;
  if (effort == null || levels === undefined || levels.includes(effort)) return;
  const known = levels.map((level) => `'${level}'`).join(", ");
  throw new Refusal("invalid_parameter", `'reasoning.effort' has to be one of ${known} for this model.`);
}
