import { accountOf } from "../account/account.js";
import { rotateKey as rotate } from "../keys/rotate-key.js";
import type { TestKey } from "../keys/test-keys.js";
import { Refusal } from "../refusal.js";
import type { AdminContext, AdminOperation, AdminSchemas } from "./admin-request.js";

const mostKeys = 10_000;

export const listKeys: AdminOperation<"listKeys"> = async (_request, context) => {
  const { state } = context.session;
  const [keys, accounts] = [await state.listKeys(), await state.listAccounts()];
  return { keys: keys.map((known) => describeKey(known, accounts.get(accountOf(...known)) ?? 0, context)) };
};

export const createKey: AdminOperation<"createKey"> = async ({ body }, context) => {
  const { state, makeId } = context.session;
  const {
    key = makeId("sk-mock-", 24),
    account,
    points,
    hasPermission = true,
    requestsPerMinute,
    name = key.slice(-6),
  } = body;
  const rights: TestKey = {
    says: "was created",
    name,
    isRevoked: false,
    hasPermission,
    ...(account !== undefined && { account }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  };
  await state.changeKeys((keys) => {
    if (keys.has(key)) throw new Refusal("conflict", "This key is there already.");
    checkRoom(keys);
    return { [key]: rights };
  });
  if (points !== undefined) await state.setBalance(key, points);
  return describeKnown(key, context);
};

export const changeKey: AdminOperation<"changeKey"> = async ({ path, body }, context) => {
  const { state } = context.session;
  const { points, ...changes } = body;
  const changed = await state.changeKeys((keys) => {
    const [key, rights] = findKey(path.key, keys);
    return { [key]: { ...rights, ...changes } };
  });
  const [key = ""] = Object.keys(changed);
  if (points !== undefined) await state.setBalance(key, points);
  return describeKnown(key, context);
};

export const rotateKey: AdminOperation<"rotateKey"> = async ({ path }, context) => {
  const { state, makeId } = context.session;
  const next = makeId("sk-mock-", 24);
  await state.changeKeys((keys) => {
    const changed = rotate(findKey(path.key, keys)[0], next)(keys);
    checkRoom(keys);
    return changed;
  });
  return describeKnown(next, context);
};

function checkRoom({ size }: ReadonlyMap<string, TestKey>): void {
  if (size < mostKeys) return;
  throw new Refusal("conflict", `A session has ${mostKeys} keys at most; reset it to get rid of old ones.`);
}

function findKey(nameOrKey: string, keys: ReadonlyMap<string, TestKey>): [string, TestKey] {
  const all = [...keys];
  const named = all.filter(([, { name }]) => name === nameOrKey);
  // A key that was rotated has the name of the one that took its place.
  const working = named.findLast(([, { isRevoked }]) => !isRevoked);
  const found = all.find(([key]) => key === nameOrKey) ?? working ?? named.at(-1);
  if (found === undefined) throw new Refusal("not_found", "This session has no such key.");
  return found;
}

async function describeKnown(key: string, context: AdminContext): Promise<AdminSchemas["Key"]> {
  const { state } = context.session;
  const rights = await state.findKey(key);
  if (rights === undefined) throw new Refusal("not_found", "This session has no such key.");
  return describeKey([key, rights], await state.balanceOf(key), context);
}

function describeKey(
  [key, rights]: readonly [key: string, rights: TestKey],
  points: number,
  context: AdminContext,
): AdminSchemas["Key"] {
  const { says, name, hasPermission, isRevoked, requestsPerMinute = context.requestsPerMinute } = rights;
  return { key, name, says, account: accountOf(key, rights), points, hasPermission, isRevoked, requestsPerMinute };
}
