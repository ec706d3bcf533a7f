export { createMessageModel, type MessageModelSettings } from "./message-model.js";
