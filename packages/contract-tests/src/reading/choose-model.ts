import { operationOf, valueAt } from "@model-access/contract";
import type { Facts, ModelUse } from "../exchange.js";

const shortCall = { prompt: 20, completion: 60, request: 1 };

/** The path by which a model list says that a model is reached, for the uses that it speaks of. */
const endpoints: Partial<Record<ModelUse, string>> = {
  chat: "/v1/chat/completions",
  messages: "/v1/messages",
  responses: "/v1/responses",
};

/** The name of the header that the messages interface wants; the upstream provider's name is in it. */
export const versionHeader =
  operationOf("createMessage").parameters.find(({ name }) => name.endsWith("-version"))?.name ?? "";

/**
 * The name of the model to call: of the text models in a model list that the interface reaches, the cheapest. Prices in
 * points go before prices in USD, models without a price come last, and so do those that can't but reason, and, where the
 * list says nothing of what a model makes, those whose answers are not paid by the token: they may be pictures.
 */
export function chooseModel(list: unknown, use: ModelUse): string | undefined {
  const records = recordsOf(list);
  // This interface has to reach the bots of users, too (R1.2).
  const own = use === "bots" ? userBotsOf(list) : [];
  const candidates = (own.some(writesText) ? own : records)
    .filter((model) => nameOf(model, use) !== undefined && writesText(model) && isReachedBy(model, use))
    .map((model) => ({ model, rank: rankOf(model) }))
    .sort((one, other) => compare(one.rank, other.rank));
  return candidates[0] && nameOf(candidates[0].model, use);
}

/**
 * The cheapest of the other models of a list that chat reaches. Where the first one is paid by the call, it is one that is
 * paid by the token, as long as a short call costs no more than a hundredth of the points: prices of a thousand tokens would
 * else steer every call to a model that has none.
 */
export function chooseOtherModel(
  list: unknown,
  { first, points = 0 }: { first: string | undefined; points: number | undefined },
): string | undefined {
  const records = recordsOf(list);
  const isPaidByCall = records.some((model) => valueAt(model, "/id") === first && !isPaidByToken(model));
  const others = records.filter((model) => valueAt(model, "/id") !== first);
  const paidByToken = others.filter(
    (model) => isPaidByToken(model) && 100 * (priceIn(valueAt(model, "/pricing/points")) ?? points) < points,
  );
  return (
    (isPaidByCall ? chooseModel({ data: paidByToken }, "chat") : undefined) ?? chooseModel({ data: others }, "chat")
  );
}

/** The bots of users in a list: what no interface lists, where some models have their interfaces. */
function userBotsOf(list: unknown): unknown[] {
  const records = recordsOf(list);
  const own = records.filter((model) => endpointsOf(model).length === 0);
  return own.length < records.length ? own : [];
}

/** The cheapest bot of a list that a user made, by its id. */
export const chooseUserBot = (list: unknown): string | undefined => cheapest(userBotsOf(list).filter(writesText));

/** The first model of a list that says to be reached by an interface, and that no valid call asks. */
export function chooseUnasked({ modelList, modelFor }: Facts, use: ModelUse): string | undefined {
  const names: unknown[] = [modelFor("chat"), modelFor("messages"), modelFor("responses"), chooseReasoner(modelList)];
  const others = recordsOf(modelList).filter(
    (model) => endpointsOf(model).length > 0 && isReachedBy(model, use) && writesText(model),
  );
  const chosen = others.find((model) => !names.includes(valueAt(model, "/id")));
  return chosen === undefined ? undefined : nameOf(chosen, use);
}

/** A model that a list has for messages, and whose owner has no other of these: one provider's models answer them (R1.4). */
export function chooseStranger({ modelList, modelFor }: Facts): string | undefined {
  const records = recordsOf(modelList).filter((model) => isReachedBy(model, "messages"));
  const owners = records.map((model) => valueAt(model, "/owned_by"));
  const isAlone = (model: unknown) => owners.filter((owner) => owner === valueAt(model, "/owned_by")).length === 1;
  const chosen = records.find((model) => isAlone(model) && nameOf(model, "messages") !== modelFor("messages"));
  return chosen === undefined ? undefined : nameOf(chosen, "messages");
}

/**
 * The cheapest models of the other providers of a list, one for each, in the order of their prices. None costs more than a
 * hundredth of the points for a short call, or has a price that is not known.
 */
export function chooseOfOtherProviders(
  list: unknown,
  { use, first, points = 0, feature }: { use: ModelUse; first: string; points: number | undefined; feature?: string },
): string[] {
  const records = recordsOf(list);
  // Messages reach one provider's models only: there each model stands for one.
  const place = use === "messages" ? "/id" : "/owned_by";
  const ownerOf = (record: unknown) => String(valueAt(record, place) ?? "").toLowerCase();
  const own = ownerOf(records.find((record) => valueAt(record, "/id") === first));
  const isCheap = (record: unknown) =>
    isPaidByToken(record) && 100 * (priceIn(valueAt(record, "/pricing/points")) ?? points) < points;
  const others = records.filter(
    (record) =>
      ![own, ""].includes(ownerOf(record)) &&
      isCheap(record) &&
      (feature === undefined || offers(list, String(valueAt(record, "/id")), feature)),
  );
  const chosen: string[] = [];
  for (let left = others; left.length > 0; ) {
    const next = chooseModel({ data: left }, use);
    if (next === undefined) break;
    chosen.push(next);
    const owner = ownerOf(left.find((record) => valueAt(record, "/id") === next));
    left = left.filter((record) => ownerOf(record) !== owner);
  }
  return chosen;
}

/** The cheapest model of a list that the responses interface reaches and that takes a reasoning effort. */
export function chooseReasoner(list: unknown): string | undefined {
  const data = recordsOf(list).filter((model) => valueAt(model, "/reasoning/supports_reasoning_effort") === true);
  return chooseModel({ data }, "responses");
}

export const chooseVideoModel = (list: unknown): string | undefined =>
  cheapest(recordsOf(list).filter((record) => endpointsOf(record).includes("/v1/videos")));

/** The cheapest model of a list that makes media and no text, and that chat completions reach. */
export const chooseMediaModel = (list: unknown): string | undefined =>
  cheapest(
    recordsOf(list).filter((model) => {
      const modalities = outputsOf(model);
      const isMedia = Array.isArray(modalities) && modalities.length > 0 && !modalities.includes("text");
      return isMedia && isReachedBy(model, "chat");
    }),
  );

function cheapest(records: unknown[]): string | undefined {
  const [model] = records
    .map((record) => ({ name: nameOf(record, "chat"), rank: rankOf(record) }))
    .sort((one, other) => compare(one.rank, other.rank));
  return model?.name;
}

export function isAdvertised(list: unknown, path: string): boolean {
  return recordsOf(list).some((model) => endpointsOf(model).includes(path));
}

/** True where a model's record names a feature or an input of this name. */
export function offers(list: unknown, name: string | undefined, feature: string): boolean {
  const record = recordsOf(list).find((model) => valueAt(model, "/id") === name);
  return ["/supported_features", "/architecture/input_modalities"].some((pointer) => {
    const features = valueAt(record, pointer);
    return Array.isArray(features) && features.includes(feature);
  });
}

export function recordsOf(list: unknown): unknown[] {
  const data = valueAt(list, "/data");
  return Array.isArray(data) ? data : [];
}

/** Bots are called by their name as people write it. */
function nameOf(model: unknown, use: ModelUse): string | undefined {
  const names =
    use === "bots" ? [valueAt(model, "/metadata/display_name"), valueAt(model, "/id")] : [valueAt(model, "/id")];
  return names.find((name): name is string => typeof name === "string" && name !== "");
}

function writesText(model: unknown): boolean {
  const modalities = outputsOf(model);
  return !Array.isArray(modalities) || modalities.includes("text");
}

const outputsOf = (model: unknown) => valueAt(model, "/architecture/output_modalities");

const isPaidByToken = (model: unknown) =>
  ["/pricing/points", "/pricing"].some((prices) => Number(valueAt(model, `${prices}/completion`) ?? 0) > 0);

function isReachedBy(model: unknown, use: ModelUse): boolean {
  const path = endpoints[use];
  const listed = endpointsOf(model);
  if (path === undefined) return true;
  if (listed.length > 0) return listed.includes(path);
  return use !== "messages" || isUpstreamModel(model);
}

/** The messages interface reaches one provider's models only (R1.4); where the list does not say, names have to. */
function isUpstreamModel(model: unknown): boolean {
  const provider = versionHeader.replace(/-version$/, "");
  const owner = valueAt(model, "/owned_by");
  const id = valueAt(model, "/id");
  return (
    (typeof owner === "string" && owner.toLowerCase() === provider) || (typeof id === "string" && /^claude\b/i.test(id))
  );
}

function endpointsOf(model: unknown): unknown[] {
  const listed = valueAt(model, "/supported_endpoints");
  return Array.isArray(listed) ? listed : [];
}

function rankOf(model: unknown): number[] {
  const points = priceIn(valueAt(model, "/pricing/points"));
  const usd = priceIn(valueAt(model, "/pricing"));
  const unit = points !== undefined ? 0 : usd !== undefined ? 1 : 2;
  const mayMakePictures = unit < 2 && !Array.isArray(outputsOf(model)) && !isPaidByToken(model);
  return [valueAt(model, "/reasoning/required") === true ? 1 : 0, mayMakePictures ? 1 : 0, unit, points ?? usd ?? 0];
}

function priceIn(prices: unknown): number | undefined {
  const parts = Object.entries(shortCall).flatMap(([key, count]) => {
    const price = valueAt(prices, `/${key}`);
    const isGiven = typeof price === "number" || (typeof price === "string" && price.trim() !== "");
    return isGiven && Number.isFinite(Number(price)) ? [Number(price) * count] : [];
  });
  return parts.length > 0 ? parts.reduce((sum, part) => sum + part) : undefined;
}

function compare(one: number[], other: number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Finds the record that has a name, as its id or for people. */
export function recordNamed(list: unknown, name: unknown): unknown {
  const wanted = String(name).toLowerCase();
  return recordsOf(list).find((record) =>
    ["/id", "/metadata/display_name"].some((pointer) => String(valueAt(record, pointer)).toLowerCase() === wanted),
  );
}

/** Returns the name of a model for people, by which it may be called, too (R2.5, R2.11). */
export function displayNameOf(list: unknown, model: string): string {
  const record = recordsOf(list).find((each) => valueAt(each, "/id") === model);
  const name = valueAt(record, "/metadata/display_name");
  return typeof name === "string" && name !== "" ? name : model;
}
