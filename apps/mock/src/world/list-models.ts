import type { ModelList } from "@model-access/contract";
import type { Behaviour } from "../behaviour.js";

/** Answers with the models that there are, those that another interface has to itself included. */
export const listModels: Behaviour = async (_request, { catalogue }) => {
  const list: ModelList = { object: "list", data: [...catalogue.models] };
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(list) };
};
