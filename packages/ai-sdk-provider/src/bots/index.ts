export { type BotModelSettings, createBotModel } from "./bot-model.js";
