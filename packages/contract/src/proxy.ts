export type { Capture, CapturedResponse, HeaderPairs } from "./proxy/capture.js";
export { pairsOf } from "./proxy/headers.js";
export { isLoopback, upstreamAt } from "./proxy/loopback.js";
export { createKeyNumbers, recordCapture } from "./proxy/record-capture.js";
export { type CapturedAnswer, sendCaptured, type WholeRequest } from "./proxy/send-captured.js";
export { type ExchangeProxy, type ProxyOptions, startProxy } from "./proxy/start-proxy.js";
export { createUpstream, type Upstream } from "./proxy/upstream.js";
export { withoutTexts } from "./proxy/without-texts.js";
