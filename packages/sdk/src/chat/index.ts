export { type ChatCompletions, createChatCompletions } from "./chat-completions.js";
export { ChatCompletionStream } from "./chat-stream.js";
