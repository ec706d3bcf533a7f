import type { ScriptedReply } from "../conversation/scripted-reply.js";
import { Refusal } from "../refusal.js";
import { type AdminOperation, emptyAnswer, jsonAnswer } from "./admin-request.js";
import { checkNames } from "./check-names.js";

/** `listReplies` */
export const listReplies: AdminOperation = async (_request, { session }) =>
  jsonAnswer({ replies: await session.replies.list() });

/** `addReply` */
export const addReply: AdminOperation = async ({ body }, { session }) => {
  await checkNames(session, { replies: [body] });
  return jsonAnswer(await session.replies.add(body as ScriptedReply), 201); // the document says so
};

/** `removeReply` */
export const removeReply: AdminOperation = async ({ path }, { session }) => {
  if (!(await session.replies.remove(path.reply ?? "")))
    throw new Refusal("not_found", "This session has no such reply.");
  return emptyAnswer;
};

/** `clearReplies` */
export const clearReplies: AdminOperation = async (_request, { session }) => {
  await session.replies.clear();
  return emptyAnswer;
};
