export { ChatCompletionStream } from "./chat-completion-stream.js";
export { type ChatCompletions, createChatCompletions } from "./chat-completions.js";
export { createMediaWarning, type MediaWarning } from "./media-warning.js";
