import type { ModelList } from "@model-access/contract";
import type { Handler } from "../handler.js";

/** Answers with the models that there are, those that another interface has to itself included. */
export const listModels: Handler = async (_request, { session }) => {
  const list: ModelList = { object: "list", data: [...session.world.catalogue.models] };
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(list) };
};
