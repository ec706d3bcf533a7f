import type { Balance, PointsHistory } from "@model-access/contract";
import type { Mock } from "../src/index.js";
import { bearer, json } from "./requests.js";

const messages = [{ role: "user", content: "Name a prime." }];

/** Calls on one mock with one key. */
export function createAccount({ fetch }: Mock, key = "sk-mock-full") {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://mock${path}`, { ...init, headers: { ...bearer(key), ...init.headers } });
  const post = (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = json(body);
    return call(path, { ...init, headers: { ...init.headers, ...headers } });
  };

  return {
    call,
    post,
    chat: (fields: object = {}, headers?: Record<string, string>) =>
      post("/v1/chat/completions", { model: "Narrator-1", messages, ...fields }, headers),
    async balance(path = "/usage/current_balance"): Promise<number> {
      const balance = (await (await call(path)).json()) as Balance; // another test validates these answers
      return balance.current_point_balance;
    },
    async history(query = "", path = "/usage/points_history"): Promise<PointsHistory> {
      return (await (await call(`${path}${query}`)).json()) as PointsHistory; // as above
    },
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
