export type { Clock } from "./clock.js";
export type { Fault } from "./faults/catalogue.js";
export { faults } from "./faults/catalogue.js";
export type { Latency, LatencyName, LatencyValues } from "./latency/latency.js";
export type { Mock, MockOptions } from "./mock.js";
export { createMock } from "./mock.js";
export type { MockServer, ServerOptions } from "./server.js";
export { startMock } from "./server.js";
export { testKeys } from "./test-keys.js";
