import { faults as catalogue } from "../faults/catalogue.js";
import { Refusal } from "../refusal.js";
import { type AdminOperation, type AdminSchemas, emptyAnswer, jsonAnswer } from "./admin-request.js";
import { checkNames } from "./check-names.js";

/** `listFaults` */
export const listFaults: AdminOperation = async (_request, { session }) =>
  jsonAnswer({ rules: session.faults.list(), catalogue });

/** `addFault` */
export const addFault: AdminOperation = async ({ body }, { session }) => {
  const rule = body as AdminSchemas["NewFaultRule"]; // the document says so
  await checkNames(session, { faults: [rule] });
  return jsonAnswer(session.faults.add(rule), 201);
};

/** `removeFault` */
export const removeFault: AdminOperation = async ({ path }, { session }) => {
  if (!session.faults.remove(path.fault ?? "")) throw new Refusal("not_found", "This session has no such fault rule.");
  return emptyAnswer;
};

/** `clearFaults` */
export const clearFaults: AdminOperation = async (_request, { session }) => {
  session.faults.clear();
  return emptyAnswer;
};
