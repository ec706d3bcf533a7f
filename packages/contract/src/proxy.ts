export type { Capture, CapturedResponse, HeaderPairs } from "./proxy/capture.js";
export { isLoopback, upstreamAt } from "./proxy/loopback.js";
export { recordCapture } from "./proxy/record-capture.js";
export { type ExchangeProxy, type ProxyOptions, startProxy } from "./proxy/start-proxy.js";
export { withoutTexts } from "./proxy/without-texts.js";
