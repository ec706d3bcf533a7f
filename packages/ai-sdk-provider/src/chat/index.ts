export { type ChatModelSettings, createChatModel } from "./chat-model.js";
