import type { TestKey } from "../keys/test-keys.js";
import { Refusal } from "../refusal.js";
import { revokedAlready } from "../session/state.js";
import { type AdminContext, type AdminOperation, type AdminSchemas, jsonAnswer } from "./admin-request.js";

const mostKeys = 10_000;

/** `listKeys` */
export const listKeys: AdminOperation = async (_request, context) => {
  const keys = await context.session.state.listKeys();
  return jsonAnswer({ keys: await Promise.all(keys.map(([key, rights]) => describeKey(key, rights, context))) });
};

/** `createKey` */
export const createKey: AdminOperation = async ({ body }, context) => {
  const { state, makeId } = context.session;
  const {
    key = makeId("sk-mock-", 24),
    points = context.points,
    hasPermission = true,
    requestsPerMinute,
    name = key.slice(-6),
  } = body as AdminSchemas["NewKey"]; // the document says so
  if ((await state.findKey(key)) !== undefined) throw new Refusal("conflict", "This key is there already.");
  await checkRoom(context);
  const rights: TestKey = {
    says: "was created",
    name,
    isRevoked: false,
    hasPermission,
    points,
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  };
  await state.putKey(key, rights);
  return jsonAnswer(await describeKey(key, rights, context), 201);
};

/** `changeKey` */
export const changeKey: AdminOperation = async ({ path, body }, context) => {
  const [key, rights] = await findKey(path.key ?? "", context);
  const { points, ...changes } = body as Partial<TestKey> & { points?: number }; // the document says so
  const changed = { ...rights, ...changes };
  await context.session.state.putKey(key, changed);
  if (points !== undefined) await context.session.state.setBalance(key, points);
  return jsonAnswer(await describeKey(key, changed, context));
};

/** `rotateKey` */
export const rotateKey: AdminOperation = async ({ path }, context) => {
  const { state, makeId } = context.session;
  const [key, rights] = await findKey(path.key ?? "", context);
  if (rights.isRevoked) throw revokedAlready();
  await checkRoom(context);
  const next = makeId("sk-mock-", 24);
  await state.rotateKey(key, next);
  return jsonAnswer(await describeKey(next, rights, context), 201);
};

async function checkRoom({ session: { state } }: AdminContext): Promise<void> {
  if ((await state.listKeys()).length < mostKeys) return;
  throw new Refusal("conflict", `A session has ${mostKeys} keys at most; reset it to get rid of old ones.`);
}

async function findKey(nameOrKey: string, { session: { state } }: AdminContext): Promise<[string, TestKey]> {
  const keys = await state.listKeys();
  const named = keys.filter(([, { name }]) => name === nameOrKey);
  // A key that was rotated has the name of the one that took its place.
  const working = named.findLast(([, { isRevoked }]) => !isRevoked);
  const found = keys.find(([key]) => key === nameOrKey) ?? working ?? named.at(-1);
  if (found === undefined) throw new Refusal("not_found", "This session has no such key.");
  return found;
}

async function describeKey(key: string, rights: TestKey, context: AdminContext): Promise<AdminSchemas["Key"]> {
  const { says, name, hasPermission, isRevoked, requestsPerMinute = context.requestsPerMinute } = rights;
  const points = await context.session.state.balanceOf(key);
  return { key, name, says, points, hasPermission, isRevoked, requestsPerMinute };
}
