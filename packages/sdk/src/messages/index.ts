export { MessageStream } from "./message-stream.js";
export { createMessages, type MessageOptions, type Messages } from "./messages.js";
