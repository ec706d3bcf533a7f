export { ChatCompletionStream } from "./chat-completion-stream.js";
export { type ChatCompletions, createChatCompletions } from "./chat-completions.js";
