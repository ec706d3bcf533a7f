export type {
  Admin,
  AdminClock,
  AdminExchange,
  AdminExchangeSummary,
  AdminKey,
  AdminOptions,
  AdminVerdict,
  JournalFilter,
  NewAdminKey,
} from "./admin-client.js";
export { AdminError, createAdmin } from "./admin-client.js";
export type { Clock } from "./clock.js";
export type { ScriptedReply, ScriptedWords } from "./conversation/scripted-reply.js";
export type { Fault } from "./faults/catalogue.js";
export { faults } from "./faults/catalogue.js";
export type { FaultRule } from "./faults/fault-rules.js";
export type { ClientFault } from "./journal/faults-of-clients.js";
export { testKeys } from "./keys/test-keys.js";
export type { Latency, LatencyName, LatencyValues } from "./latency/latency.js";
export type { LatencyRule } from "./latency/latency-rules.js";
export type { Mock, MockOptions } from "./mock.js";
export { createMock } from "./mock.js";
export type { RequestSummary } from "./pipeline.js";
export type { RecordMissing } from "./recordings/record-missing.js";
export type { Recorder, RecorderOptions } from "./recordings/recorder.js";
export { startRecorder } from "./recordings/recorder.js";
export type { MockServer, ServerOptions } from "./server.js";
export { startMock } from "./server.js";
export type { SentRequest, SentRequests } from "./testing/sent-requests.js";
export type { Chaos } from "./world/chaos.js";
export type { WorldBot, WorldFile, WorldKey, WorldModel, WorldPart } from "./world/world-file.js";
export { worldSchema } from "./world/world-schema.js";
