import { modelsArea } from "../areas/models/index.js";
import { rootOf } from "../base-url.js";
import { defaultLimits, send } from "../wire/send.js";
import { jsonOf } from "../wire/wire.js";
import { writeRequest } from "./write-request.js";

/** Reads a deployment's model list, which is one free call. Throws one sentence, and what to do, if none comes. */
export async function readModelList({
  baseURL,
  apiKey,
  waitMs = 10_000,
}: {
  baseURL: string;
  apiKey: string;
  /** The longest wait: no model has to work for a list. */
  waitMs?: number;
}): Promise<unknown> {
  const [plan] = modelsArea.exchanges;
  if (plan === undefined) throw new Error("There is no call for the model list.");
  const limits = { ...defaultLimits, connectMs: waitMs, headMs: waitMs, totalMs: 2 * waitMs };
  const { reply, failure } = await send(writeRequest(plan, {}, { root: rootOf(baseURL), keys: { apiKey } }), limits);
  const list = reply && jsonOf(reply);
  if (reply?.status === 200 && list !== undefined) return list.value;
  const answered =
    reply?.status === 200 ? "GET /v1/models answered 200 without JSON." : `GET /v1/models answered ${reply?.status}.`;
  throw new Error(
    `The model list, which has the prices, could not be read: ${failure?.message ?? answered} Check the base URL and the key, or run plan without a base URL to see the calls without prices.`,
  );
}
