export type { ApiKey } from "./api-key.js";
export type { Fetch } from "./attempt.js";
export type { CallOptions } from "./call-options.js";
export type { ClientOptions } from "./client-options.js";
export { createEngine as createClient } from "./create-engine.js";
export type { Engine as Client } from "./engine.js";
