export { getBotResponseSync } from "./get-bot-response-sync.js";
export { uploadFileSync } from "./upload-file-sync.js";
export type { SyncOptions } from "./wire.js";
