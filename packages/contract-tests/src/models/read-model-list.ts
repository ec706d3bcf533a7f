import { rootOf } from "../base-url.js";
import { modelsExchanges } from "../exchanges/models.js";
import { writeRequest } from "../run/write-request.js";
import { defaultLimits, send } from "../wire/send.js";
import { jsonOf } from "../wire/wire.js";

/** Reads a deployment's model list, which is one free call. Throws a one-sentence error where none comes. */
export async function readModelList({ baseURL, apiKey }: { baseURL: string; apiKey: string }): Promise<unknown> {
  const [plan] = modelsExchanges;
  if (plan === undefined) throw new Error("There is no call for the model list.");
  const { reply, failure } = await send(
    writeRequest(plan, {}, { root: rootOf(baseURL), keys: { apiKey } }),
    defaultLimits,
  );
  const list = reply && jsonOf(reply);
  if (reply?.status === 200 && list !== undefined) return list.value;
  throw new Error(
    `The model list could not be read for its prices: ${failure?.message ?? `it was answered with ${reply?.status}.`}`,
  );
}
