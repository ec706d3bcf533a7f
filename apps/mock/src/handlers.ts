import type { ModelList } from "@model-access/contract";
import { getBalance } from "./account/get-balance.js";
import { listHistory } from "./account/list-history.js";
import { answerJson } from "./call.js";
import { createChatCompletion } from "./chat/create-chat-completion.js";
import { uploadFile } from "./files/upload-file.js";
import type { Handler } from "./handler.js";
import { createMessage } from "./messages/create-message.js";
import { queryBot } from "./native/query-bot.js";
import { createResponse } from "./responses/create-response.js";
import { createVideo, extendVideo, remixVideo } from "./videos/make-video.js";
import { downloadVideoContent, retrieveVideo } from "./videos/read-video.js";

/** The operations that behave, by `operationId`. */
export const handlers: Record<string, Handler> = {
  getCurrentBalance: getBalance,
  getBalance,
  listPointsHistory: listHistory,
  listUsageHistory: listHistory,
  createChatCompletion,
  queryBot,
  createMessage,
  createResponse,
  /** Those that another interface has to itself are listed, too. */
  listModels: async (_request, { session: { world } }) =>
    answerJson<ModelList>({ object: "list", data: [...world.catalogue.models] }),
  createVideo,
  remixVideo,
  extendVideo,
  retrieveVideo,
  downloadVideoContent,
  uploadFile,
};
