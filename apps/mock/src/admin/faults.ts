import { faults as catalogue } from "../faults/catalogue.js";
import { Refusal } from "../refusal.js";
import type { AdminOperation } from "./admin-request.js";
import { checkNames } from "./check-names.js";

export const listFaults: AdminOperation<"listFaults"> = async (_request, { session }) => ({
  rules: await session.faults.list(),
  catalogue: [...catalogue],
});

export const addFault: AdminOperation<"addFault"> = async ({ body }, { session }) => {
  await checkNames(session, { faults: [body] });
  return session.faults.add(body);
};

export const removeFault: AdminOperation<"removeFault"> = async ({ path }, { session }) => {
  if (await session.faults.remove(path.fault)) return undefined;
  throw new Refusal("not_found", "This session has no such fault rule.");
};

export const clearFaults: AdminOperation<"clearFaults"> = async (_request, { session }) => {
  await session.faults.clear();
  return undefined;
};
