export { type BotAnswer, BotError, type BotReply, BotStream } from "./bot-stream.js";
export { type BotQuery, type BotResponseInput, type Bots, createBots, getBotResponse } from "./bots.js";
