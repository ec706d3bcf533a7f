import { modelsArea } from "../areas/models/index.js";
import { rootOf } from "../base-url.js";
import { defaultLimits, send } from "../wire/send.js";
import { jsonOf } from "../wire/wire.js";
import { writeRequest } from "./write-request.js";

/** Reads a deployment's model list, which is one free call. Throws a one-sentence error where none comes. */
export async function readModelList({ baseURL, apiKey }: { baseURL: string; apiKey: string }): Promise<unknown> {
  const [plan] = modelsArea.exchanges;
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
