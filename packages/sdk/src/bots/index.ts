export type { BotAnswer, BotReply } from "./bot-accumulator.js";
export { BotError } from "./bot-error.js";
export { BotStream } from "./bot-stream.js";
export { type BotQuery, type Bots, createBots } from "./bots.js";
export { type BotResponseInput, getBotResponse } from "./get-bot-response.js";
