import { ModelAccessError } from "../src/index.js";

/** Asks models in turn until one answers, and none after one that may have answered. */
export async function askInTurn<Reply>(models: string[], ask: (model: string) => PromiseLike<Reply>): Promise<Reply> {
  let refusal: unknown;
  for (const model of models) {
    try {
      return await ask(model);
    } catch (error) {
      if (!mayAnotherModelHelp(error)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

function mayAnotherModelHelp(error: unknown): boolean {
  if (!(error instanceof ModelAccessError)) return false;
  const { status, code, mayHaveBeenProcessed } = error;
  // "yes": a reply had begun. "maybe": it may have cost points; 503 says that the model was not available.
  if (mayHaveBeenProcessed !== "no") return mayHaveBeenProcessed === "maybe" && status === 503;
  // What is wrong with the key, the account or the rest of the request is wrong with every model.
  return status === 404 || status === 429 || (status === 400 && String(code).includes("model"));
}
