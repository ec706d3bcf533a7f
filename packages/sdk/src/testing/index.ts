export { type FaultPlace, reset, splitBytes, stall, truncate } from "./faults.js";
export { recordedReplies } from "./recorded-replies.js";
export type { TestCall } from "./test-call.js";
export { createTestFetch, type TestFetch } from "./test-fetch.js";
export {
  errorReply,
  eventStreamReply,
  htmlReply,
  jsonReply,
  lostReply,
  type ReplyOptions,
  rateLimitReply,
  silentReply,
  type TestEvent,
  type TestReply,
  unreachableReply,
} from "./test-reply.js";
