import type { ResponseRequest } from "@model-access/contract";
import { Refusal } from "../refusal.js";
import type { ResponseStore } from "./response-store.js";
import { addItems, emptyThread, type Item, type Thread } from "./thread.js";

/** The whole conversation of a request: the response that it goes on from, then its input, references resolved. */
export async function resolveInput(
  { input, previous_response_id: previousId }: ResponseRequest,
  { store, account }: { store: ResponseStore; account: string },
): Promise<Thread> {
  const earlier = previousId == null ? emptyThread : await store.findThread(account, previousId);
  if (earlier === undefined) {
    throw new Refusal("invalid_parameter", `There is no response ${quoted(previousId ?? "")} to go on from.`);
  }
  if (typeof input === "string") return addItems(earlier, [{ role: "user", content: input }]);
  const items = await Promise.all(
    input.map(async (item): Promise<Item> => {
      if (item.type !== "item_reference") return item;
      const found = await store.findItem(account, item.id);
      if (found === undefined)
        throw new Refusal("invalid_parameter", `There is no item ${quoted(item.id)} to refer to.`);
      return found;
    }),
  );
  return addItems(earlier, items);
}

const quoted = (id: string) => `'${id.slice(0, 80)}'`;
