import type { Balance, PointsHistory } from "@model-access/contract";
import type { Mock } from "../src/index.js";
import { clientOf } from "./client.js";

const messages = [{ role: "user", content: "Name a prime." }];

/** Calls on one mock with one key. */
export function createAccount({ fetch }: Pick<Mock, "fetch">, key = "sk-mock-full") {
  const client = clientOf({ fetch }, key);
  // Other tests validate the answers.
  const read = async (path: string) => (await client.get(path)).json() as Promise<unknown>;

  return {
    ...client,
    chat: (fields: object = {}, headers?: Record<string, string>) =>
      client.chat({ model: "Narrator-1", messages, ...fields }, headers),
    balance: async (path = "/usage/current_balance") => ((await read(path)) as Balance).current_point_balance,
    history: async (query = "", path = "/usage/points_history") => (await read(`${path}${query}`)) as PointsHistory,
  };
}

/** Every entry of the history, page by page, newest first. */
export async function allEntries({ history }: Pick<ReturnType<typeof createAccount>, "history">, limit = 7) {
  const entries: PointsHistory["data"] = [];
  for (let isMore = true; isMore; ) {
    const last = entries.at(-1)?.query_id;
    const page = await history(`?limit=${limit}${last === undefined ? "" : `&starting_after=${last}`}`);
    entries.push(...page.data);
    isMore = page.has_more === true;
  }
  return entries;
}
