import { type ResponseResource, responseOf } from "@model-access/contract";
import type { KeptResponse } from "./response-store.js";
import { addItems, emptyThread } from "./thread.js";

/** The responses in the contract's examples: its example requests go on from them. */
export function exampleResponses(): KeptResponse[] {
  const examples = responseOf("createResponse", 200)?.mediaTypes["application/json"]?.examples ?? {};
  return Object.values(examples).map(({ value }) => {
    const { id, output } = value as ResponseResource; // the contract's tests validate every example against its schema
    return { id, output, thread: addItems(emptyThread, output) };
  });
}
