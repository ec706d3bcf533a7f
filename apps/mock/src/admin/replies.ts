import { Refusal } from "../refusal.js";
import type { AdminOperation } from "./admin-request.js";
import { checkNames } from "./check-names.js";

export const listReplies: AdminOperation<"listReplies"> = async (_request, { session }) => ({
  replies: await session.replies.list(),
});

export const addReply: AdminOperation<"addReply"> = async ({ body }, { session }) => {
  await checkNames(session, { replies: [body] });
  return session.replies.add(body);
};

export const removeReply: AdminOperation<"removeReply"> = async ({ path }, { session }) => {
  if (!(await session.replies.remove(path.reply))) throw new Refusal("not_found", "This session has no such reply.");
  return undefined;
};

export const clearReplies: AdminOperation<"clearReplies"> = async (_request, { session }) => {
  await session.replies.clear();
  return undefined;
};
