import { faults as catalogue } from "../faults/catalogue.js";
import { Refusal } from "../refusal.js";
import { type AdminOperation, type AdminSchemas, emptyAnswer, jsonAnswer } from "./admin-request.js";
import { checkNames } from "./check-names.js";

/** `listFaults` */
export const listFaults: AdminOperation = async (_request, { session }) =>
  jsonAnswer({ rules: await session.faults.list(), catalogue });

/** `addFault` */
export const addFault: AdminOperation = async ({ body }, { session }) => {
  const rule = body as AdminSchemas["NewFaultRule"]; // the document says so
  await checkNames(session, { faults: [rule] });
  return jsonAnswer(await session.faults.add(rule), 201);
};

/** `removeFault` */
export const removeFault: AdminOperation = async ({ path }, { session }) => {
  if (await session.faults.remove(path.fault ?? "")) return emptyAnswer;
  throw new Refusal("not_found", "This session has no such fault rule.");
};

/** `clearFaults` */
export const clearFaults: AdminOperation = async (_request, { session }) => {
  await session.faults.clear();
  return emptyAnswer;
};
