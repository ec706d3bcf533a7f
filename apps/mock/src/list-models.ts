import type { ModelList } from "@model-access/contract";
import type { Behaviour } from "./behaviour.js";
import { models } from "./models.js";

/** Answers with the models that there are, those that another interface has to itself included. */
export const listModels: Behaviour = async () => {
  const list: ModelList = { object: "list", data: models };
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(list) };
};
